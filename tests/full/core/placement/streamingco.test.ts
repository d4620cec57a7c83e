import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { plan } from '#core/placement/plan.ts';
import type { Sources } from '#core/sources.ts';
import { ask } from '#core/question.ts';
import type { Plan } from '#core/report/plan-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

const sources: Sources = {
  archive: wholeArchive(),
  evidence: { datasets: allDatasets(), named: [] },
};
const streamingco = parse(readFileSync('examples/streamingco.yaml', 'utf8')) as ScenarioText;

function finding<C extends Plan['findings'][number]['code']>(answer: Plan, code: C) {
  return answer.findings.find(
    (one): one is Extract<Plan['findings'][number], { code: C }> => one.code === code,
  );
}

describe('what the StreamingCo article missed', () => {
  let answer: Plan;
  beforeAll(() => {
    answer = plan(ask(streamingco, sources));
  });

  it('1.44 PB a month leave AWS by tiering, for about $71k at list price', () => {
    const leaving = finding(answer, 'tiering-egress');
    expect(leaving?.bytes).toBeCloseTo(12e6 * 4e6 * 30, 0);
    expect(leaving?.amount).toBeGreaterThan(70_000);
    expect(leaving?.amount).toBeLessThan(72_000);
  });

  it('dual write from a writer inside AWS pays the same egress', () => {
    expect(finding(answer, 'dual-write-same-egress')?.amount).toBe(finding(answer, 'tiering-egress')?.amount);
    expect(finding(answer, 'dual-write-spares-egress')).toBeUndefined();
  });

  it('dual write saves that egress when the writer is outside AWS', () => {
    const outside = plan(
      ask({ ...streamingco, workload: { ...streamingco.workload, writer: 'internet/US' } }, sources),
    );
    expect(finding(outside, 'dual-write-spares-egress')?.amount).toBeGreaterThan(70_000);
    expect(finding(outside, 'dual-write-same-egress')).toBeUndefined();
    const r2 = (one: Plan) =>
      one.candidates.find((candidate) => candidate.id.startsWith('single:cloudflare/r2-standard'))?.monthly
        .total ?? NaN;
    expect(r2(answer) - r2(outside)).toBeCloseTo(70_937.43, 1);
  });

  it('readers beside Express and readers on the internet want different copies', () => {
    const differ = finding(answer, 'readers-differ');
    expect(differ?.fastest).toBe('aws/s3-express-one-zone@us-east-1');
    expect(differ?.place).toBe('aws/us-east-1');
    expect(differ?.away.map((one) => one.place)).toEqual(['internet/north-america', 'internet/europe']);
    for (const one of differ?.away ?? []) expect(one.amount).toBeGreaterThan(100 * (one.cheapest.amount + 1));
  });

  it('none of it is said where one provider holds everything and readers are in one place', () => {
    const readers = [{ at: 'aws/us-east-1', share: 1 }];
    const near = { ...streamingco.workload, readers };
    const stores = ['aws/s3-express-one-zone@us-east-1', 'aws/s3-standard@us-east-1'];
    const codes = plan(ask({ ...streamingco, workload: near, stores }, sources)).findings.map(
      ({ code }) => code,
    );
    expect(codes).not.toContain('tiering-egress');
    expect(codes).not.toContain('readers-differ');
  });

  it('says what everything in R2 and everything in Tigris costs', () => {
    const singles = answer.candidates.filter((one) => one.kind === 'single').map((one) => one.stores[0]);
    expect(singles).toContain('cloudflare/r2-standard@enam');
    expect(singles).toContain('tigris/standard@global');
  });
});

describe('the recommended, and what is open until it is measured', () => {
  const express = 'aws/s3-express-one-zone@us-east-1';
  const near: ScenarioText = {
    stowage: 1,
    asOf: '2026-11-20',
    workload: {
      objects: { size: '64 KiB', arrivals: '1M/day', retention: '30 days' },
      reads: { rate: '200M/day', byAge: { '1 day': 0.95 } },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
    requirements: { readP99: '300 ms', zones: 1 },
    stores: [express, 'aws/s3-standard@us-east-1'],
  };

  it('marks a latency with no request-level measurement as extrapolated, with a band', () => {
    const single = plan(ask(near, sources)).candidates.find((one) => one.id === `single:${express}`);
    expect(single?.read.grade).toBe('extrapolated');
    const [low, high] = single?.read.p99BandMs ?? [0, 0];
    expect(high).toBeGreaterThan(low);
  });

  it('asks for the figure, the probe and its price where the band straddles the requirement', () => {
    const open = plan(ask(near, sources)).candidates.find((one) => one.id === `single:${express}`);
    const [low, high] = open?.read.p99BandMs ?? [0, 0];
    const middle = Math.sqrt(low * high);
    const answer = plan(ask({ ...near, requirements: { readP99: `${middle} ms`, zones: 1 } }, sources));
    const asked = answer.candidates.find((one) => one.id === `single:${express}`);
    expect(asked?.feasible).toBe('unproven');
    expect(asked?.missing[0]).toMatchObject({
      requirement: 'readP99',
      store: express,
      operation: 'GET',
      place: 'aws/us-east-1',
    });
    expect(asked?.missing[0]?.neededP99Ms).toBeCloseTo(middle, -1);
    expect(asked?.missing[0]?.probe).toMatch(/^stowage probe .*s3-express-one-zone@us-east-1/);
    expect(asked?.missing[0]?.probeCost).toBeGreaterThan(0);
    const [from = 0, to = 0] = asked?.missing[0]?.estimateMs ?? [];
    expect([from < middle, middle < to]).toEqual([true, true]);
  });

  it('never recommends a store that nobody measured, and says which would be cheaper still', () => {
    const answer = plan(ask(streamingco, sources));
    for (const id of answer.cards)
      expect(answer.candidates.find((one) => one.id === id)?.notMeasured).toEqual([]);
    const said = answer.findings.find(({ code }) => code === 'unmeasured-cheaper');
    expect(said).toMatchObject({
      stores: expect.arrayContaining(['wasabi/pay-as-you-go@us-east-1']),
      probe: expect.stringMatching(/^stowage probe run --store backblaze\/b2@us-east --op GET /),
      probeCost: expect.any(Number),
    });
  });

  it('says nothing of the kind where every store is measured', () => {
    expect(finding(plan(ask(near, sources)), 'unmeasured-cheaper')).toBeUndefined();
  });

  it("takes the user's word for it, and grades the answer assumed", () => {
    const sure = plan(
      ask(
        {
          ...near,
          assume: { [express]: { GET: { p50: '7 ms', p99: '12 ms' } } },
          requirements: { readP99: '20 ms', zones: 1 },
        },
        sources,
      ),
    );
    expect(sure.recommendation?.id).toBe(`single:${express}`);
    expect(sure.candidates[0]?.read.grade).toBe('assumed');
    expect(sure.candidates[0]?.read.p99Ms).toBeCloseTo(12, 6);
  });

  it('recommends nothing when nothing can meet the requirement, and still shows every plan', () => {
    const none = plan(ask({ ...near, requirements: { readP99: '1 ms' } }, sources));
    expect(none.recommendation).toBeNull();
    expect(none.candidates.every((one) => one.feasible === 'no')).toBe(true);
    expect(none.candidates[0]?.violations[0]?.requirement).toBe('readP99');
  });

  it('works out a policy that is asked for whatever its rank', () => {
    const also = [
      { hot: express, cold: 'aws/s3-standard@us-east-1', thresholdDays: 3.25, entry: 'tier' as const },
    ];
    expect(plan(ask(near, sources), { also }).candidates.map((one) => one.id)).toContain(
      `age:${express}>aws/s3-standard@us-east-1@3.25d:tier`,
    );
  });
});

describe('the last mile of readers on the internet', () => {
  it('is in no figure, and the answer says so where it gives its verdict and in its remarks', () => {
    const answer = plan(ask(streamingco, sources));
    expect(finding(answer, 'last-mile-left-out')?.places).toEqual([
      'internet/north-america',
      'internet/europe',
    ]);
    expect(answer.recommendation?.reasons[0]?.words).toMatch(/without the readers' last mile/);
  });

  it('is added to every latency of a reader for whom it is stated, and then the verdict covers it', () => {
    const [beside, ...viewers] = streamingco.workload.readers;
    const readers = [beside!, ...viewers.map((reader) => ({ ...reader, lastMile: '40 ms' }))];
    const before = plan(ask(streamingco, sources));
    const answer = plan(ask({ ...streamingco, workload: { ...streamingco.workload, readers } }, sources));
    const tigris = (one: typeof answer) =>
      one.candidates.find(({ id }) => id === 'single:tigris/standard@global')!.read;
    const p99 = (one: typeof answer, place: string) =>
      tigris(one).byPlace.find((reader) => reader.place === place)!.p99Ms!;
    expect(p99(answer, 'internet/europe') - p99(before, 'internet/europe')).toBeCloseTo(40, 3);
    expect(p99(answer, 'aws/us-east-1')).toBe(p99(before, 'aws/us-east-1'));
    expect(tigris(answer).grade).toBe('assumed');
    expect(finding(answer, 'last-mile-left-out')).toBeUndefined();
    expect(answer.recommendation?.reasons[0]?.words).not.toMatch(/last mile/);
  });

  it('is not mentioned where every reader is in a cloud', () => {
    const near = { ...streamingco.workload, readers: [{ at: 'aws/us-east-1', share: 1 }] };
    const answer = plan(ask({ ...streamingco, workload: near }, sources));
    expect(finding(answer, 'last-mile-left-out')).toBeUndefined();
    expect(answer.recommendation?.reasons[0]?.words).not.toMatch(/last mile/);
  });
});
