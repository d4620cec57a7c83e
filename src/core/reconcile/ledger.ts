/** An invoice summed up: what each store used and cost by month and meter, and what is no use of object storage. */
import type { AsideRow, InvoiceRow } from './invoice.ts';

export interface LedgerEntry {
  month: string;
  /** Empty where the provider bills something that no store of ours has. */
  store: string;
  region: string;
  /** A meter's name, or the provider's own name of what it bills. */
  meter: string;
  /** The other region of a transfer. */
  to: string;
  quantity: number;
  /** Null where the file has no costs. */
  cost: number | null;
  currency: string;
}

export interface Aside {
  what: string;
  rows: number;
  cost: number | null;
}

const MOST_ENTRIES = 100_000;

export class Ledger {
  readonly #entries = new Map<string, LedgerEntry>();
  readonly #asides = new Map<string, Aside>();
  rows = 0;

  /** Throws `RangeError` where a file names more things than any invoice has. */
  add(row: InvoiceRow | AsideRow): void {
    this.rows += 1;
    if ('aside' in row) this.#setAside(row.aside, row.cost);
    else if (row.billed === 'free') this.#setAside('bytes that come in, free', row.cost);
    else this.#enter(row);
    if (this.#entries.size + this.#asides.size > MOST_ENTRIES)
      throw new RangeError(`names more than ${MOST_ENTRIES} different things`);
  }

  get entries(): LedgerEntry[] {
    return [...this.#entries.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  }

  get asides(): Aside[] {
    return [...this.#asides.values()].sort(
      (a, b) => Math.abs(b.cost ?? 0) - Math.abs(a.cost ?? 0) || b.rows - a.rows,
    );
  }

  #enter({ month, item, region, billed, quantity, cost, currency }: InvoiceRow): void {
    const { store = '', meter = item, to = '' } = billed === null || billed === 'free' ? {} : billed;
    const entry = { month, store, region, meter, to, quantity: 0, cost: null, currency };
    const key = keyOf(entry);
    const sum: LedgerEntry = this.#entries.get(key) ?? entry;
    sum.quantity += quantity;
    sum.cost = plus(sum.cost, cost);
    this.#entries.set(key, sum);
  }

  #setAside(what: string, cost: number | null): void {
    const sum = this.#asides.get(what) ?? { what, rows: 0, cost: null };
    this.#asides.set(what, { what, rows: sum.rows + 1, cost: plus(sum.cost, cost) });
  }
}

function keyOf({ month, store, region, meter, to, currency }: LedgerEntry): string {
  return [month, store, region, meter, to, currency].join('\n');
}

function plus(sum: number | null, cost: number | null): number | null {
  return cost === null ? sum : (sum ?? 0) + cost;
}
