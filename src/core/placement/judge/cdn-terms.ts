/** What a CDN's provider has to be asked before its CDN serves objects of another provider's store; asked by judge and search. */
import { itemAt } from '../../at.ts';
import { titleOf } from '../../pricing/archive.ts';
import type { Condition } from '../../report/plan-types.ts';
import { splitRef } from '../../store-ref.ts';
import { heldStores } from '../bill/parts.ts';
import { storeNamesOf } from '../context/store-names.ts';
import type { PlanContext } from '../context/types.ts';

/** Of a reader and the store that answers it: the condition, where the terms of the reader's CDN leave the store's objects out. */
export function cdnTermsOf(context: PlanContext): (reader: number, store: number) => Condition | null {
  const { archive, workload } = context;
  const held = heldStores(context);
  const nameOf = storeNamesOf(context);
  const cdns = workload.readers.map(({ via }) => {
    if (via === undefined) return undefined;
    const cdn = splitRef(via).store;
    const terms = archive.facts(cdn)?.terms;
    return terms && { name: titleOf(archive, cdn), ...terms };
  });
  return (reader, store) => {
    const cdn = cdns[reader];
    if (!cdn || store < 0) return null;
    const { ref, site } = itemAt(held, store);
    if (cdn.objectsOf.includes(site.provider)) return null;
    const words = `if the contract with ${cdn.name} covers these objects from ${nameOf(ref)}: its terms leave large files of other stores out`;
    return { code: 'cdn-terms', store: ref, words };
  };
}
