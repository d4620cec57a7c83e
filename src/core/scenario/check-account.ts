/** What an account uses already, against an archive: what cannot count for any bill is refused. */
import { findPlace } from '../places.ts';
import { suggestPlaces } from '../places/suggest.ts';
import { nearest } from '../nearest.ts';
import type { Archive } from '../pricing/archive.ts';
import type { AccountUsage } from '../pricing/bills/usage.ts';
import type { SchemaIssue } from '../issue.ts';
import { ScenarioError } from './scenario-error.ts';

/** `providers`: of the usages that are billed; absent: of the whole archive. */
export function accountIssues(
  account: AccountUsage,
  archive: Archive,
  providers: readonly string[] = providersOf(archive),
): SchemaIssue[] {
  return Object.entries(account).flatMap(([name, { requests = {} }]): SchemaIssue[] => {
    const [provider = '', inside] = name.split('/');
    const isKnown = inside === undefined || archive.stores.includes(name) || findPlace(name) !== undefined;
    if (!isKnown || !providersOf(archive).includes(provider)) {
      const suggestion =
        nearest(name, [...providersOf(archive), ...archive.stores]) ?? suggestPlaces(name)[0];
      return [
        {
          path: 'account',
          message: `no provider is called "${name}", nor a place or a store of one; the providers are ${providersOf(archive).join(', ')}`,
          ...(suggestion === undefined ? {} : { suggestion }),
        },
      ];
    }
    if (!providers.includes(provider))
      return [
        {
          path: `account.${name}`,
          message: `nothing here is billed by ${provider}, so it counts for nothing; drop it`,
        },
      ];
    const classes = classesOf(archive, archive.stores.includes(name) ? name : `${provider}/`);
    return Object.keys(requests)
      .filter((one) => !classes.includes(one))
      .map((one) => {
        const suggestion = nearest(one, classes);
        return {
          path: `account.${name}.requests.${one}`,
          message: `${name} has no request class "${one}"; ${classes.length > 0 ? `its classes are ${classes.join(', ')}` : 'it bills no requests'}`,
          ...(suggestion === undefined ? {} : { suggestion }),
        };
      });
  });
}

/** Throws `ScenarioError` for what cannot count. */
export function checkAccount(account: AccountUsage, archive: Archive, providers: readonly string[]): void {
  const issues = accountIssues(account, archive, providers);
  if (issues.length > 0) throw new ScenarioError(issues);
}

function providersOf(archive: Archive): string[] {
  return [...new Set(archive.stores.map((store) => store.split('/')[0] ?? ''))];
}

function classesOf(archive: Archive, start: string): string[] {
  const editions = archive.stores
    .filter((store) => store.startsWith(start))
    .flatMap((store) => archive.editions(store));
  return [...new Set(editions.flatMap(({ operations }) => Object.keys(operations.classes)))];
}
