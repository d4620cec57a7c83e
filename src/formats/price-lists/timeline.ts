/** A table's prices by region and day, with those that a rebuild adds: what was in force, and what came next. */
import { RegionPrices, TransferRegion } from '#core/pricing/editions/edition.ts';
import type { Edition, TransferEdition } from '#core/pricing/editions/edition.ts';
import { pricesIn, transferPricesIn, type MeterPrice } from '#core/pricing/editions/price-rows.ts';
import { OWN_KEYS, put, rawRegion, type Standing } from './region-beside.ts';

export type AnyEdition = Edition | TransferEdition;
export type AnyStanding = Standing<AnyEdition>;

/** A store, or a provider's data transfer, with its editions, oldest first. */
export interface Table {
  id: string;
  isTransfer: boolean;
  standing: readonly AnyStanding[];
}

type Raw = Record<string, unknown>;

/** What a region is charged from a day on. */
export interface Step {
  date: string;
  /** The region as a file writes it. */
  raw: Raw;
  prices: readonly MeterPrice[];
  /** Where it stands; null: a rebuild adds it. */
  standing: AnyStanding | null;
}

export class Timeline {
  readonly table: Table;
  private readonly steps = new Map<string, Step[]>();
  private readonly inForceAny: readonly AnyStanding[];

  constructor(table: Table) {
    this.table = table;
    const superseded = new Set(table.standing.map(({ edition }) => edition.supersedes));
    this.inForceAny = table.standing.filter(({ edition }) => !superseded.has(edition.id));
    for (const standing of this.inForceAny)
      for (const region of Object.keys(standing.edition.regions))
        this.add(region, standing.edition.date, rawRegion(standing.file, region), standing);
  }

  add(region: string, date: string, raw: Raw, standing: Step['standing'] = null): Step {
    const step = { date, raw, prices: this.pricesOf(raw), standing };
    const steps = [...(this.steps.get(region) ?? []), step];
    this.steps.set(
      region,
      steps.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    );
    return step;
  }

  inForce(region: string, day: string): Step | undefined {
    return this.steps.get(region)?.findLast(({ date }) => date <= day);
  }

  next(region: string, day: string): Step | undefined {
    return this.steps.get(region)?.find(({ date }) => date > day);
  }

  /** The edition of that very day. */
  standingOn(day: string): AnyStanding | undefined {
    return this.inForceAny.findLast(({ edition }) => edition.date === day);
  }

  /** Whose rules hold on a day that nobody recorded: those of the first edition after it with one of the regions, else of the last before. */
  templateOf(day: string, regions: readonly string[]): AnyStanding | undefined {
    const has = ({ edition }: AnyStanding) =>
      regions.some((region) => Object.hasOwn(edition.regions, region));
    return (
      this.inForceAny.find((one) => one.edition.date > day && has(one)) ??
      this.inForceAny.findLast(has) ??
      this.inForceAny.at(-1)
    );
  }

  /** The region without a price: as the template has it, or the edition nearest in time; else after another region of the template. */
  blank(template: AnyStanding, region: string): Raw {
    const has = ({ edition }: AnyStanding) => Object.hasOwn(edition.regions, region);
    const later = this.inForceAny.filter((one) => one.edition.date >= template.edition.date);
    const { edition, file } = [template, ...later, ...this.inForceAny.toReversed()].find(has) ?? template;
    const like = has({ edition, file }) ? region : (Object.keys(edition.regions)[0] ?? '');
    const own = like === region ? [] : [...OWN_KEYS, 'internet'];
    const raw = Object.fromEntries(
      Object.entries(rawRegion(file, like)).filter(
        ([key]) => !NOT_PRICES.includes(key) && !own.includes(key),
      ),
    );
    const blank = this.table.isTransfer && like !== region ? { internet: { group: region }, ...raw } : raw;
    for (const { place } of this.pricesOf(rawRegion(file, like))) put(blank, place, 'unknown');
    return blank;
  }

  /** The prices of a region as a file writes it. */
  pricesOf(raw: Raw): readonly MeterPrice[] {
    return this.table.isTransfer
      ? transferPricesIn(TransferRegion.parse(raw))
      : pricesIn(RegionPrices.parse(raw));
  }
}

/** What an edition says of a region beside its prices. */
const NOT_PRICES = ['source', 'confirmed', 'confidence', 'conflict', 'absentOn'];
