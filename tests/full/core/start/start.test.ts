/** From an invoice, a log or a month's totals to a scenario that plans. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { usageTypesOf } from '#core/reconcile/aws-usage-types.ts';
import { InvoiceCsv, beginsAsInvoice } from '#core/reconcile/invoice-csv.ts';
import { filledIn } from '#core/scenario/fill-in.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { foundIn, startOf } from '#core/start/invoice.ts';
import { foundIn as foundInLog } from '#core/start/log.ts';
import { scenarioOfTotals } from '#core/start/totals.ts';
import { Profile } from '#core/workload/profile.ts';
import { wholeArchive } from '#tests/sources.ts';
import { parse } from 'yaml';

const ARCHIVE = wholeArchive();
const example = (name: string) =>
  readFileSync(new URL(`../../../../examples/inputs/${name}`, import.meta.url), 'utf8');
const planned = (scenario: unknown) => parseScenario(filledIn(scenario, ARCHIVE));

describe('an invoice', () => {
  const csv = new InvoiceCsv(usageTypesOf(ARCHIVE));
  csv.push(example('cur.csv'));
  const { title, ledger } = csv.end();
  const start = startOf(title, ledger.entries, ARCHIVE);

  it('begins with the store that holds most in its newest month, and says what is left out', () => {
    if (!start) throw new Error('nothing found');
    const found = foundIn(start, (ref) => ref);
    // 52,900 GB-months are GiB at AWS: 56.8 TB.
    expect(found.words).toBe(
      'AWS Cost and Usage Report, 2026-03: aws/s3-standard@us-east-1 holds 56.8 TB, with 50M reads and 600 GiB sent over the internet.',
    );
    expect(found.asks).toEqual(['size', 'from']);
    const { scenario, notes } = found.scenarioWith({ size: '1 MB', from: 'internet/europe' });
    expect(notes[0]).toMatch(/^Left out, smaller: .*aws\/s3-standard-ia@us-west-2/);
    const { workload, current } = planned(scenario);
    expect(current).toBeDefined();
    expect(workload.objects.standing?.value).toBeCloseTo(52_900 * 2 ** 30, -9);
  });

  it('is told from a log by its first line', () => {
    expect(beginsAsInvoice(example('cur.csv'))).toBe(true);
    expect(beginsAsInvoice(example('access-log.txt'))).toBe(false);
    expect(beginsAsInvoice(example('requests.csv'))).toBe(false);
    expect(beginsAsInvoice('')).toBe(false);
  });
});

describe('a log', () => {
  it('asks where readers are, and nothing else', () => {
    const found = foundInLog(Profile.parse(parse(example('profile.yaml'))), 'profile.yaml');
    expect(found.words).toMatch(/^A log \(.+\) of .+ requests over .+ days?\.$/);
    expect(found.asks).toEqual(['from']);
    expect(planned(found.scenarioWith({ from: 'internet/europe' }).scenario).workload.writer).toBe(
      'internet/europe',
    );
  });
});

describe("a month's totals", () => {
  const totals = { stored: '300 TB', reads: '10M', sent: '20 TB', from: 'internet/europe' };

  it('take the mean of a read for the size of an object, and say so', () => {
    const { scenario, notes } = scenarioOfTotals(totals);
    // 20 TB by 10M reads: 2 MB each.
    expect(scenario.workload.objects.size).toBe('2 MB');
    expect(notes[0]).toBe(
      'Object size: 2 MB, what 20 TB a month makes of 10M/month. Correct it where reads take parts of objects.',
    );
    expect(planned(scenario).workload.reads?.rate).toMatchObject({
      value: expect.closeTo(10e6 / (365.25 / 12), 3),
    });
  });

  it('keep a size that is said, and today’s store', () => {
    const { scenario } = scenarioOfTotals({ ...totals, size: '5 MB', current: 'aws/s3-standard@us-east-1' });
    expect(scenario.workload.objects.size).toBe('5 MB');
    expect(scenario.workload.reads).toEqual({ rate: '10M/month', bytes: '2 MB' });
    expect(scenario.current).toBe('aws/s3-standard@us-east-1');
  });

  it('without reads or bytes say what is missing', () => {
    expect(() => scenarioOfTotals({ ...totals, sent: '0 B' })).toThrow('must be above 0');
    expect(() => scenarioOfTotals({ ...totals, sent: '20' })).toThrow('20');
  });
});
