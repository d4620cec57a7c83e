/**
 * Rates under published limits: five models of what a limit means, each held against every measured rate. With ops and T
 * the limits, of operations and of bytes a second, and shares a and b of them that are fitted on the other operation of
 * the same store: V0 min(ops, T/size); V1 the same with T in MB/s; V2 min(a·ops, b·T/size); V3 min(a·ops, T/size) with T
 * in MB/s; V4 a·ops below the size where T in MB/s binds, b·T/size above.
 */
import type { Dataset, Measurement } from '#core/evidence/dataset.ts';
import type { Limit } from '#core/pricing/editions/edition.ts';
import { sustainedRate } from '#core/latency/load/load.ts';

export interface RateCheck {
  model: RateModel['id'];
  store: string;
  operation: 'GET' | 'PUT';
  sizeBytes: number;
  measured: number;
  predicted: number;
  /** predicted/measured − 1 */
  error: number;
  /** What limits at this size, read in MB/s. */
  bound: 'operations' | 'bytes';
}

interface RateModel {
  id: 'V0' | 'V1' | 'V2' | 'V3' | 'V4';
  words: string;
  /** Fitted on the other operation of the same store, or on nothing. */
  isFitted: boolean;
}

export const RATE_MODELS: readonly RateModel[] = [
  { id: 'V0', words: 'the lower of both limits as printed, operations or bytes', isFitted: false },
  { id: 'V1', words: 'the lower of both limits, bytes counted in MB a second, not MiB', isFitted: false },
  {
    id: 'V2',
    words: 'the lower of both limits, of each the share that the other operation reaches',
    isFitted: true,
  },
  {
    id: 'V3',
    words: 'the lower of the share of operations that the other operation reaches, and bytes in MB a second',
    isFitted: true,
  },
  {
    id: 'V4',
    words: 'whichever limit binds at that size, the share of it that the other operation reaches',
    isFitted: true,
  },
];

interface Rated {
  operation: 'GET' | 'PUT';
  sizeBytes: number;
  perSecond: number;
}

interface Tier {
  store: string;
  ops: number;
  /** As printed. */
  bytesPerSecond: number;
  rated: readonly Rated[];
}

/** A limiter counts in MB/s what was printed in MiB/s. */
const DECIMAL = 1e6 / 2 ** 20;
/** Of a limit that is met, no share is fitted; one met by less than this is. */
const MET = 0.9;

/** Every rate of a dataset that holds both limits of a store, by every model. */
export function rateChecks(dataset: Dataset): RateCheck[] {
  return tiersOf(dataset).flatMap((tier) =>
    tier.rated.flatMap((row) => {
      const decimal = tier.bytesPerSecond * DECIMAL;
      const bound = decimal / row.sizeBytes < tier.ops ? 'bytes' : 'operations';
      return RATE_MODELS.map(({ id }): RateCheck => {
        const predicted = predictedRate(id, tier, row);
        const { operation, sizeBytes, perSecond: measured } = row;
        return {
          model: id,
          store: tier.store,
          operation,
          sizeBytes,
          measured,
          predicted,
          error: predicted / measured - 1,
          bound,
        };
      });
    }),
  );
}

function tiersOf({ measurements }: Dataset): Tier[] {
  return [...new Set(measurements.map(({ store }) => store))].flatMap((store): Tier[] => {
    const own = measurements.filter((row) => row.store === store);
    const limit = (unit: Measurement['unit']) =>
      own.find((row) => row.metric === 'limit' && row.unit === unit)?.value;
    const [ops, bytesPerSecond] = [limit('1/s'), limit('bytes/s')];
    const rated = own.flatMap(({ metric, operation, size_bytes: sizeBytes, value: perSecond }): Rated[] =>
      metric === 'rate' && sizeBytes !== null && (operation === 'GET' || operation === 'PUT')
        ? [{ operation, sizeBytes, perSecond }]
        : [],
    );
    return ops === undefined || bytesPerSecond === undefined || rated.length === 0
      ? []
      : [{ store, ops, bytesPerSecond, rated }];
  });
}

function predictedRate(model: RateModel['id'], tier: Tier, { operation, sizeBytes }: Rated): number {
  const rate = (bytesPerSecond: number, opsShare = 1) =>
    sustainedRate(
      limitsOf(tier, bytesPerSecond),
      operation === 'GET' ? 'read' : 'write',
      sizeBytes,
      opsShare,
    );
  const decimal = tier.bytesPerSecond * DECIMAL;
  const other = operation === 'GET' ? 'PUT' : 'GET';
  switch (model) {
    case 'V0':
      return rate(tier.bytesPerSecond);
    case 'V1':
      return rate(decimal);
    case 'V2': {
      const { a, b } = fitted(tier, other, tier.bytesPerSecond);
      return rate(b * tier.bytesPerSecond, a);
    }
    case 'V3': {
      const { a, b } = fitted(tier, other, decimal, bytesShare(tier, other, decimal) >= MET);
      return rate(b * decimal, a);
    }
    case 'V4': {
      if (decimal / sizeBytes >= tier.ops) return tier.ops * opsShare(tier, other, decimal);
      const share = bytesShare(tier, other, decimal);
      return (decimal / sizeBytes) * (share >= MET ? 1 : share);
    }
  }
}

function limitsOf({ ops }: Tier, bytesPerSecond: number): Limit[] {
  return [
    { quantity: 'operations', applies: 'any', value: ops, scope: 'subscription' },
    { quantity: 'bytes', applies: 'any', value: bytesPerSecond, scope: 'subscription' },
  ];
}

/** Share of each limit that an operation reaches where that limit binds: the geometric mean over those sizes. */
function opsShare({ ops, rated }: Tier, operation: Rated['operation'], bytesPerSecond: number): number {
  return geometricMean(
    rated
      .filter((row) => row.operation === operation && bytesPerSecond / row.sizeBytes >= ops)
      .map((row) => row.perSecond / ops),
  );
}

function bytesShare({ ops, rated }: Tier, operation: Rated['operation'], bytesPerSecond: number): number {
  return geometricMean(
    rated
      .filter((row) => row.operation === operation && bytesPerSecond / row.sizeBytes < ops)
      .map((row) => (row.perSecond * row.sizeBytes) / bytesPerSecond),
  );
}

/** 1 of nothing: a limit that nobody came near is taken at its word. */
function geometricMean(shares: readonly number[]): number {
  return Math.exp(shares.reduce((sum, share) => sum + Math.log(share), 0) / Math.max(1, shares.length));
}

/** a and b, in hundredths, by least squares of ln(predicted/measured) over one operation's rates; b is 1 where it is `met`. */
function fitted(
  { ops, rated }: Tier,
  operation: Rated['operation'],
  bytesPerSecond: number,
  met = false,
): { a: number; b: number } {
  const rows = rated.filter((row) => row.operation === operation);
  const hundredths = Array.from({ length: 100 }, (_, i) => (i + 1) / 100);
  let best = { a: 1, b: 1, loss: Infinity };
  for (const a of hundredths)
    for (const b of met ? [1] : hundredths) {
      const loss = rows.reduce(
        (sum, row) =>
          sum + Math.log(Math.min(a * ops, (b * bytesPerSecond) / row.sizeBytes) / row.perSecond) ** 2,
        0,
      );
      if (loss < best.loss) best = { a, b, loss };
    }
  return best;
}
