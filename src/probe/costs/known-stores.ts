/** Each store with what is known of its latency, and the one run that would measure it: who has been measured least comes first. */
import { knownOf } from '#core/latency/known.ts';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import { nearestRegion, placeOfStore } from '#core/places.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { isUnmeasured, type KnownRow } from '#core/answer/figures/known.ts';
import { knownEndpoint } from '#core/s3-addresses.ts';
import { apiOf } from '#stores/store-api.ts';
import { workOf } from './estimate.ts';
import { planOf, presetCosts } from './preset-costs.ts';

/** The run that measures all that a plan asks of a store. */
export const KNOWN_PRESET = 'latency';
const NEAR = 'aws/us-east-1';
/** Where people rent machines, if not beside the store. */
const MACHINES = 'aws/s3-standard';
/** Stands where only the account says the address. */
export const ENDPOINT_TO_FILL = 'https://YOUR-ENDPOINT';

/**
 * All stores that are on offer on `asOf` and answer reads at once, each in its region nearest to us-east-1. Measured from the store's
 * own region where reading there is cheaper, else from the nearest region of AWS.
 */
export function knownStores(archive: Archive, datasets: readonly Dataset[], asOf: string): KnownRow[] {
  const base = evidenceBase(datasets);
  return presetCosts(archive, asOf, NEAR)
    .flatMap(({ store, name, region, currency, beside, afar }): KnownRow[] => {
      const edition = archive.editions(store).findLast(({ date }) => date <= asOf);
      const isOver = edition?.until !== undefined && edition.until <= asOf;
      if (!edition || isOver || edition.restoreHours !== undefined) return [];
      const place = placeOfStore(edition, region) ?? NEAR;
      const from = beside === null ? `aws/${nearestRegion(archive.editions(MACHINES), place)}` : place;
      const { total: cost, atLeast } = (beside ?? afar)[KNOWN_PRESET];
      const known = knownOf(store, place, archive, base);
      const target = `${store}@${region}`;
      return [
        {
          store,
          name,
          region,
          known,
          cost,
          atLeast,
          currency,
          from,
          command: probeCommand(target, from, cost),
        },
      ];
    })
    .toSorted((a, b) => gapsOf(b) - gapsOf(a) || (a.name < b.name ? -1 : 1));
}

/** First those of which nothing is known, then by how much is not. */
function gapsOf(row: KnownRow): number {
  return isUnmeasured(row) ? Infinity : row.known.filter(({ grade }) => grade === 'missing').length;
}

/** `target`: a store with its region; `from`: a place; `cost`: what the run costs there. */
export function probeCommand(target: string, from: string, cost: number): string {
  const { maxCost } = planOf(KNOWN_PRESET, target, from);
  const [store = '', region = ''] = target.split('@');
  const [provider = ''] = store.split('/');
  const isAddressKnown = apiOf(store) !== 's3' || knownEndpoint(provider, region) !== null;
  return [
    `stowage probe run --store ${target} --preset ${KNOWN_PRESET} --from ${from}`,
    ...(isAddressKnown ? [] : [`--endpoint ${ENDPOINT_TO_FILL}`]),
    ...(cost > maxCost ? [`--max-cost ${Math.ceil(cost)}`] : []),
  ].join(' ');
}

/** What one run sends and reads, whatever the store; and how long that takes, one request after another, at `RUN_PACE`. */
export function knownRun(): { requests: number; bytes: number; minutes: number } {
  const { requests, bytesUp, bytesDown } = workOf(planOf(KNOWN_PRESET, `${MACHINES}@us-east-1`, NEAR));
  const count = Object.values(requests).reduce((sum, one) => sum + one, 0);
  const bytes = bytesUp + bytesDown;
  const seconds = count * RUN_PACE.secondsARequest + bytes / RUN_PACE.bytesASecond;
  return { requests: count, bytes, minutes: seconds / 60 };
}

/** Assumed of a store that nobody measured, and said with the figure. */
const RUN_PACE = { secondsARequest: 0.05, bytesASecond: 50e6 };
