/** No printed total is below what the cheapest known prices make, and no difference is one of low ends. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { billFigure, receiptOf } from '#core/answer/figures/bill.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { bill } from '#core/pricing/bills/bill.ts';
import type { Usage } from '#core/pricing/bills/usage.ts';
import { sheetOf } from '#core/pricing/sheets/sheet-of.ts';
import { runCli } from '#tests/helpers/runCli.ts';
import type { Plan } from '#core/report/plan-types.ts';
import { anyAmounts, anyPeriod, pricedStores } from '#tests/helpers/any-usage.ts';
import { wholeArchive } from '#tests/sources.ts';

const ARCHIVE = wholeArchive();
/** What holds objects: no CDN, no add-on, no data transfer. */
const PRICED = pricedStores(ARCHIVE).filter(({ store }) =>
  ARCHIVE.editions(store).some(({ kind }) => kind === 'store'),
);
const NAMES = namesInRegions(ARCHIVE);

const PLACES = [...new Map(PRICED.map((one) => [`${one.store}@${one.region}`, one])).values()];
const byDay = new Map<string, Map<string, number>>();

/** The least that any store of a provider asks on a day for one unit of a meter, counted in the same unit and currency. */
function cheapestOn(asOf: string): Map<string, number> {
  const known = byDay.get(asOf);
  if (known) return known;
  const least = new Map<string, number>();
  for (const place of PLACES) {
    const sheet = sheetOf(ARCHIVE, { ...place, asOf }, {});
    if (!('meters' in sheet)) continue;
    for (const { name, unit, schedule } of sheet.meters)
      for (const price of schedule.prices) {
        const key = `${sheet.provider} ${sheet.currency} ${unit} ${name}`;
        if (price !== null) least.set(key, Math.min(least.get(key) ?? Infinity, price));
      }
  }
  byDay.set(asOf, least);
  return least;
}

const anyUse = fc
  .tuple(fc.constantFrom(...PRICED), anyAmounts(1e-6), anyPeriod)
  .map(([question, amounts, period]): Usage => ({ ...question, period, ...amounts }));

it('prints no total below the sum at the cheapest known price, and says where it is not the whole', () => {
  let open = 0;
  fc.assert(
    fc.property(anyUse, (usage) => {
      const set = bill([usage], ARCHIVE);
      const [one] = set.bills;
      const provider = usage.store.split('/')[0] ?? '';
      const least = (one?.lines ?? []).reduce((sum, { amount, quantity, unit, meter }) => {
        const price = cheapestOn(usage.asOf).get(`${provider} ${one?.currency} ${unit} ${meter}`) ?? 0;
        // An unknown later tier may be half of the last one that is known.
        return sum + (amount ?? quantity * price * 0.5);
      }, 0);
      expect(set.total).toBeGreaterThanOrEqual(least * (1 - 1e-9) - 1e-9);
      if (set.high !== null) expect(set.high).toBeGreaterThanOrEqual(set.total - 1e-12);
      if (!set.atLeast) return;
      open += 1;
      const printed = JSON.stringify(billFigure(receiptOf(set), NAMES));
      expect(printed, printed.slice(-300)).toMatch(set.high === null ? /at least/ : /"title":"high"/);
    }),
    { numRuns: 3000 },
  );
  expect(open).toBeGreaterThan(300);
});

const scenario = (lines: string) => `
stowage: 1
workload:
  objects: { size: 1 MB, standing: 100 TB }
  reads: { rate: 2M/day }
  readers: [{ at: internet/europe, share: 1 }]
  writer: internet/europe
effort: none
${lines}`;

it.each([
  // The price of egress out of Taipei is not known.
  [
    'asOf: 2026-11-20\nstores: [aws/s3-standard@ap-east-2, aws/s3-standard@eu-west-1]\ncurrent: aws/s3-standard@ap-east-2',
  ],
  [
    'asOf: 2026-11-20\nstores: [aws/s3-standard@ap-east-2, aws/s3-standard@eu-west-1]\ncurrent: aws/s3-standard@eu-west-1',
  ],
  // B2 changed its price on a day that nobody recorded.
  [
    'asOf: 2024-06-01\nstores: [backblaze/b2@eu-central, cloudflare/r2-standard@weur]\ncurrent: backblaze/b2@eu-central',
  ],
  [
    'asOf: 2024-06-01\nstores: [backblaze/b2@eu-central, cloudflare/r2-standard@weur]\ncurrent: cloudflare/r2-standard@weur',
  ],
  // What a plan with Railway costs is not known.
  [
    'asOf: 2026-11-20\nstores: [railway/buckets, aws/s3-standard@eu-west-1]\ncurrent: aws/s3-standard@eu-west-1',
  ],
])('says nothing is saved, or costs more, by a difference of low ends: %s', async (lines) => {
  const stdin = scenario(lines);
  const [json, text] = await Promise.all(
    [['--json', '--all'], ['--why']].map(
      async (flags) => (await runCli(['plan', '-', ...flags], { stdin })).stdout,
    ),
  );
  const { candidates, recommendation, runnerUp, today } = JSON.parse(json ?? '') as Plan;
  const isOpen = (id: string | null | undefined) =>
    candidates.some((one) => one.id === id && one.monthly.range[0] !== one.monthly.range[1]);
  expect(candidates.some(({ id }) => isOpen(id))).toBe(true);
  if (isOpen(recommendation?.id) || isOpen(recommendation?.against))
    expect(recommendation?.saving).toBeNull();
  if (isOpen(recommendation?.id) || isOpen(runnerUp?.id)) expect(runnerUp?.more).toBeNull();
  for (const { id, migration } of candidates)
    if (migration && (isOpen(id) || today?.atLeast)) {
      expect([migration.monthlySaving, migration.paybackMonths]).toEqual([null, null]);
      expect(migration.words.join(' ')).not.toMatch(/saves \$|more and|paid for itself/);
    }
  // With one of two placements open there is no figure to print.
  expect(text).not.toMatch(/saves \$[\d.,]+k?\/month|costs \$[\d.,]+k?\/month more/);
});
