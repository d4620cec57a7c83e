/** Probe plans for tests, as their files have them, and runs against a little S3. */
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import type { PlanFileText, ProbePlan } from '#probe/plan/plan-file.ts';
import type { Sample } from '#probe/kept/record.ts';
import { runProbe } from '#probe/run.ts';
import type { WatchEffort } from '#probe/measuring/self-check.ts';
import type { Runtime } from '#probe/runtime.ts';
import type { TestStore } from './littleS3.ts';
import { BUCKET } from './littleS3.ts';

type Measure = NonNullable<PlanFileText['measure']>[number];

export function aPlanFile(
  measure: Partial<Measure>[] = [{}],
  changes: Partial<PlanFileText> = {},
): PlanFileText {
  return {
    probe: 1,
    from: 'aws/us-east-1',
    targets: [{ store: 'aws/s3-standard@us-east-1', bucket: BUCKET }],
    measure: measure.map((one) => ({
      op: 'GET',
      size: '10 KiB',
      requests: 40,
      warmup: 2,
      objects: 5,
      ...one,
    })),
    ...changes,
  };
}

export function aPlan(...given: Parameters<typeof aPlanFile>): ProbePlan {
  return parseProbePlan(aPlanFile(...given));
}

/** A request of the first cell of the first target. */
export const aSample = (index: number, totalMs: number, problem: string | null = null): Sample => ({
  target: 0,
  cell: 0,
  index,
  atMs: 0,
  lateMs: 0,
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  firstByteMs: null,
  totalMs,
  bytes: 0,
  status: 200,
  problem,
});

/** A client whose event loop turned so late (milliseconds, p99), and which did nothing else. */
export const lateBy =
  (loopDelayP99Ms: number): WatchEffort =>
  () =>
  () => ({ cpuMs: 0, loopDelayP99Ms, gcMs: 0 });

/** Runs a plan on the little S3, all its targets the one bucket. */
export function runOn(s3: TestStore, file: PlanFileText, folder: string, runtime: Partial<Runtime> = {}) {
  return runProbe(parseProbePlan(file), file, { folder, open: () => s3.open(), ...runtime });
}
