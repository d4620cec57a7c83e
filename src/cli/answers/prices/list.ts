import { figureOf } from '#core/answer/figures/figure.ts';
import { nearest } from '#core/nearest.ts';
import { titleOf } from '#core/pricing/archive.ts';
import { offerOf } from '#core/pricing/offer.ts';
import { resolvePrices } from '#core/pricing/sheets/resolve.ts';
import type { Run } from '../../command.ts';
import type { Deps } from '../../deps.ts';
import { Misunderstood, Unanswerable } from '../../failures.ts';
import { giveFigure } from '../../formats.ts';

interface Listed {
  store: string;
  title: string;
  confidence: string;
  placement: string;
  regions: readonly string[];
  places: readonly string[];
  /** Dates of all editions. */
  editions: readonly string[];
  /** Date of the newest by the day asked for that prices the region asked for. */
  newest: string;
}

/** The stores of the archive, or those of a provider, with a price in a region, on a day. */
export const list: Run = (args, deps) => {
  const asked = { provider: args.text('provider'), region: args.text('region'), asOf: args.day('as-of') };
  const rows = listed(asked, deps);
  if (rows.length === 0) throw new Unanswerable(noneWords(asked));
  const figure = figureOf(rows, [
    { title: 'store', of: ({ store }) => store },
    { title: 'title', wrap: true, of: ({ title }) => title },
    { title: 'editions', kind: 'count', of: ({ editions }) => editions.length },
    { title: 'newest', of: ({ newest }) => newest },
    { title: 'regions', kind: 'count', of: ({ regions }) => regions.length },
    { title: 'confidence', of: ({ confidence }) => confidence },
  ]);
  giveFigure(args, deps, rows, figure);
};

interface Asked {
  provider: string | undefined;
  region: string | undefined;
  asOf: string | undefined;
}

function listed({ provider, region, asOf }: Asked, { catalog }: Deps): Listed[] {
  const { archive } = catalog;
  const offers = archive.stores.flatMap((store) => offerOf(archive, store) ?? []);
  const ofProvider = offers.filter(({ store }) => provider === undefined || providerOf(store) === provider);
  if (ofProvider.length === 0)
    throw unknown(
      'provider',
      provider ?? '',
      offers.map(({ store }) => providerOf(store)),
    );
  // A region may be written as the place it is: aws/us-east-1.
  const name = region?.slice(region.lastIndexOf('/') + 1);
  const here = ofProvider.filter(
    (offer) =>
      name === undefined ||
      ((region === name || region === `${providerOf(offer.store)}/${name}`) && offer.names.includes(name)),
  );
  if (here.length === 0)
    throw unknown(
      'region',
      region ?? '',
      ofProvider.flatMap(({ names }) => names),
    );
  return here.flatMap(({ store, newest, regions, dates }) => {
    const inForce = dateInForce(store, dates, name, asOf);
    return inForce === null
      ? []
      : [
          {
            store,
            title: titleOf(archive, store),
            confidence: newest.confidence,
            placement: newest.placement,
            regions,
            places: newest.places,
            editions: dates,
            newest: inForce,
          },
        ];
  });

  function dateInForce(
    store: string,
    dates: readonly string[],
    at: string | undefined,
    day: string | undefined,
  ): string | null {
    if (at === undefined) return dates.findLast((date) => day === undefined || date <= day) ?? null;
    const found = resolvePrices(archive, { store, region: at, asOf: day ?? dates.at(-1) ?? '' });
    return 'edition' in found ? found.edition.date : null;
  }
}

const providerOf = (store: string) => store.split('/')[0] ?? store;

function unknown(flag: string, value: string, all: readonly string[]): Misunderstood {
  const known = [...new Set(all)].toSorted();
  const hint = nearest(value, known);
  return new Misunderstood(
    `--${flag} "${value}" is in no price edition; ${hint === undefined ? `there are ${known.slice(0, 12).join(', ')}${known.length > 12 ? ` and ${known.length - 12} more` : ''}` : `did you mean ${hint}?`}`,
  );
}

function noneWords({ provider, region, asOf }: Asked): string {
  const of = provider === undefined ? 'no store' : `no store of ${provider}`;
  return `${of} has prices${region === undefined ? '' : ` in ${region}`} on ${asOf}; ask for a later --as-of`;
}
