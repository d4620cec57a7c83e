import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { examplesFrom } from '#web/examples.ts';
import { limitsIn, otherStatistics, statisticsOf, whatOf, withWhat } from '#web/form/latency-limits.ts';
import { Desk } from '#web/state/desk.svelte.ts';
import { pathKey, readAt, within, writeAt } from '#web/state/paths.ts';
import { COLD, HOT, aCandidate, aPlan, aScenarioText } from '#tests/helpers/aPlan.ts';

describe('one place of a scenario', () => {
  test('is written without touching the rest, and without changing what was', () => {
    const before = aScenarioText();
    const copy = structuredClone(before);
    const after = writeAt(before, ['workload', 'objects', 'size'], '8 MB');
    expect(readAt(after, ['workload', 'objects', 'size'])).toBe('8 MB');
    expect(readAt(after, ['workload', 'reads'])).toBe(before.workload.reads);
    expect(before).toEqual(copy);
  });

  test('what is written is read, wherever it is', () => {
    const path = fc.array(
      fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(fc.property(path, (keys) => readAt(writeAt({}, keys, 7), keys) === 7));
  });

  test('undefined takes a key or a list item away', () => {
    expect(writeAt({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
    expect(writeAt({ list: ['x', 'y'] }, ['list', 0], undefined)).toEqual({ list: ['y'] });
  });

  test('a path is one place however it is spelt', () => {
    expect(pathKey('workload.readers[0].share')).toBe(pathKey(['workload', 'readers', 0, 'share']));
    expect(pathKey('assume["aws/s3-standard@us-east-1"].GET')).toBe(
      pathKey(['assume', 'aws/s3-standard@us-east-1', 'GET']),
    );
    expect(within(['workload', 'readers'], 'workload.readers[0].share')).toBe(true);
    expect(within(['workload', 'read'], 'workload.readers')).toBe(false);
  });
});

describe('the desk', () => {
  const desk = () => new Desk(aScenarioText());
  const answer = (plan = aPlan()) => ({ plan, without: [], isFinished: false });

  test('shows the recommended until another is chosen, and falls back when that is gone', () => {
    const one = desk();
    one.take(answer());
    expect(one.shown?.id).toBe(aPlan().recommendation?.id);
    one.choose(`single:${COLD}`);
    expect(one.shown?.id).toBe(`single:${COLD}`);
    one.take(answer(aPlan({ candidates: [aCandidate()] })));
    expect(one.shown?.id).toBe(aPlan().recommendation?.id);
  });

  test('a placement that was found beside the plan joins it when it is chosen, in the order that it came in', () => {
    const one = desk();
    one.take(answer());
    const plan = aPlan();
    const found = { ...aCandidate(), id: 'single:found' };
    const [first, ...rest] = plan.candidates;
    if (!first) throw new Error('the plan has no candidate');
    one.choose(found.id, [first, found, { ...found, id: 'single:other' }, ...rest]);
    expect(one.shown).toEqual(found);
    const ids = plan.candidates.map(({ id }) => id);
    expect(one.plan?.candidates.map(({ id }) => id)).toEqual(ids.toSpliced(1, 0, found.id));
    one.choose('single:nowhere', plan.candidates);
    expect(one.shown?.id).toBe(plan.recommendation?.id);
  });

  test('a wrong scenario keeps the last good answer and says where it is wrong', () => {
    const one = desk();
    one.take(answer());
    one.write(['workload', 'objects', 'size'], '4 parsecs');
    const message = '"parsecs" is not a unit of size';
    one.failed = { message, issues: [{ path: 'workload.objects.size', message }] };
    expect(one.plan).not.toBeNull();
    expect(one.stale).toBe(true);
    expect(one.issuesAt(['workload', 'objects', 'size'])).toHaveLength(1);
    expect(one.issuesAt(['workload', 'writer'])).toHaveLength(0);
    expect(one.read(['workload', 'objects', 'size'])).toBe('4 parsecs');
  });

  test('the certified answer takes the place of the first, and what is on the page already stays', () => {
    const one = desk();
    const chain = aCandidate({ id: 'chain', policy: null });
    const quick = aPlan();
    const certified = aPlan({
      candidates: [chain, ...quick.candidates],
      recommendation: quick.recommendation && { ...quick.recommendation, id: 'chain' },
    });
    one.take(answer(quick));
    const before = one.plan?.candidates;
    one.take({ plan: structuredClone(certified), without: [], isFinished: true });
    expect([one.isFinished, one.shown?.id]).toEqual([true, 'chain']);
    expect(one.plan?.candidates.slice(1)).toEqual(before);
    expect(one.plan?.candidates[1]).toBe(before?.[0]);
    one.choose(`single:${COLD}`);
    expect(one.shown?.id).toBe(`single:${COLD}`);
  });

  test('a placement that becomes a card with the certificate is shown as one', () => {
    const one = desk();
    const quick = aPlan();
    const [first, second, third] = quick.candidates;
    one.take(answer(quick));
    const surer = { ...structuredClone(second!), card: 'surer' as const };
    one.take({ plan: { ...quick, candidates: [first!, surer, third!] }, without: [], isFinished: true });
    expect(one.plan?.candidates[1]?.card).toBe('surer');
  });

  test('what would have to be measured is shown once the certificate brings it', () => {
    const one = desk();
    const plan = aPlan();
    const [missing] = plan.bestIf?.conditions ?? [];
    one.take(answer({ ...plan, candidates: plan.candidates.map((one) => ({ ...one, missing: [] })) }));
    const open = { ...plan.candidates[0]!, missing: [missing!] };
    one.take({ plan: { ...plan, candidates: [open] }, without: [], isFinished: true });
    expect(one.plan?.candidates[0]?.missing).toEqual([missing]);
  });

  test('a link says only what is certified', () => {
    const one = desk();
    one.take(answer());
    expect(one.answered).toBeNull();
    one.take({ ...answer(), isFinished: true });
    expect(one.answered).toEqual({
      id: aPlan().recommendation?.id,
      total: 66_000.66,
      sureness: 0.93,
      model: 1,
    });
    one.write(['name'], 'Another');
    expect(one.answered).toBeNull();
  });

  test('an answer of another scenario shares nothing with the one before', () => {
    const one = desk();
    one.take(answer());
    const before = one.plan?.candidates[0];
    expect(one.settled).toBe(true);
    one.take(answer(aPlan({ scenario: aScenarioText({ name: 'Another' }) })));
    expect(one.plan?.candidates[0]).not.toBe(before);
    expect(one.settled).toBe(false);
  });

  test('a moved threshold shows the nearest of the same split until its own answer is there', () => {
    const one = desk();
    one.take(answer());
    one.want(aCandidate(), 30);
    expect(one.wanted).toEqual({ hot: HOT, cold: COLD, thresholdDays: 30, entry: 'tier' });
    expect(one.shown?.policy?.thresholdDays).toBe(7);
    one.take(
      answer(
        aPlan({
          candidates: [
            ...aPlan().candidates,
            aCandidate({ id: 'moved', policy: { thresholdDays: 30, entry: 'tier' } }),
          ],
        }),
      ),
    );
    expect(one.shown?.id).toBe('moved');
  });
});

describe('examples', () => {
  test('are the scenarios among the files, the first page first', () => {
    const files = {
      '/examples/b.yaml': 'stowage: 1\nname: A name\nworkload: {}',
      '/examples/streamingco.yaml': 'stowage: 1\nname: Z\nworkload: {}',
      '/examples/usage.yaml': 'store: aws/s3-standard',
    };
    expect(examplesFrom(files).map(({ file, title }) => [file, title])).toEqual([
      ['streamingco', 'Z'],
      ['b', 'A name'],
    ]);
  });
});

describe('the limits on latency in the form', () => {
  test('keeps what it does not show, and drops what a write cannot have', () => {
    const limit = { metric: 'firstByte', at: 'internet/europe', p50: '40 ms', note: 'kept' };
    expect(whatOf(limit)).toBe('first bytes');
    expect(withWhat(limit, 'reads')).toEqual({ at: 'internet/europe', p50: '40 ms', note: 'kept' });
    expect(withWhat(limit, 'writes')).toEqual({ of: 'write', p50: '40 ms', note: 'kept' });
    expect(statisticsOf(limit)).toEqual(['p50']);
    expect(otherStatistics(limit)).toEqual(['mean', 'p95', 'p99', 'p999']);
    expect(limitsIn([limit])).toEqual([limit]);
    expect(limitsIn(undefined)).toEqual([]);
  });
});
