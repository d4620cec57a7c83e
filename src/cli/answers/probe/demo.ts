/** `stowage probe --demo`: every operation on a little S3 of this machine, so that anybody can see what a probe gives. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { refuseFolder } from '#catalog/write-dataset.ts';
import { SINGLE_OPERATIONS } from '#probe/plan/cell.ts';
import { parseProbePlan, type PlanFileText } from '#probe/plan/plan-file.ts';
import { runProbe } from '#probe/run.ts';
import { answerSigned, startLittleS3 } from '#stores/little-s3/server.ts';
import { openStore } from '#stores/open-store.ts';
import { Secret } from '#stores/secret.ts';
import type { Run } from '../../command.ts';
import { jsonText } from '../../formats.ts';
import { keepDataset, printResult } from './keep.ts';
import { serveApp } from '../serve.ts';
import { watching } from './watching.ts';

/**
 * All operations one at a time; reads also many at a time, at a fixed rate, in part, on a condition and of larger objects;
 * writes on conditions and in parts; deletes of many at once; and reads and writes mixed.
 */
const DEMO: PlanFileText = {
  probe: 1,
  title: 'A little S3 on the machine that asked',
  from: 'unknown',
  targets: [{ store: 'stowage/little-s3', unpriced: true }],
  measure: [
    { op: SINGLE_OPERATIONS.filter((op) => op !== 'GET_RANGE'), requests: 400 },
    { op: 'GET', requests: 400, concurrency: 8 },
    { op: 'GET', requests: 400, rate: '400/s' },
    { op: 'MIXED', mix: { GET: 3, PUT: 1 }, requests: 400, concurrency: 4 },
    { op: 'PUT', requests: 400, ifAbsent: true },
    { op: 'PUT', requests: 400, ifMatch: true },
    { op: 'GET', requests: 400, ifNoneMatch: true },
    { op: 'DELETE', size: '1 KiB', requests: 20, warmup: 2, batch: 50 },
    { op: 'GET', size: '1 MiB', requests: 100, objects: 10 },
    { op: 'GET_RANGE', size: '1 MiB', range: '64 KiB', requests: 400, objects: 10 },
    { op: 'PUT', size: '6 MiB', requests: 10, warmup: 1, parts: { size: '5 MiB', atOnce: 2 } },
  ],
};

export const demonstrate: Run = async (args, deps) => {
  const work = mkdtempSync(path.join(tmpdir(), 'stowage-probe-'));
  const folder = path.resolve(deps.cwd, args.text('out') ?? path.join(work, 'probe-demo'));
  refuseFolder(folder);
  const plan = parseProbePlan(DEMO);
  const key = { accessKeyId: 'DEMO', secretAccessKey: new Secret(randomBytes(20).toString('hex')) };
  const server = await startLittleS3(answerSigned([key]));
  try {
    deps.say(`measuring a little S3 at ${server.url}, in the process that measures it`);
    const watch = watching(plan, { spend: null, hasEvents: false }, deps);
    const journal = path.join(work, 'journal');
    const state = await runProbe(plan, DEMO, {
      folder: journal,
      open: ({ store, bucket }) =>
        openStore(
          { store, region: 'here', bucket, endpoint: server.url },
          {
            env: {},
            home: work,
            timeoutMs: plan.timeoutMs,
            access: {
              source: 'the demonstration',
              credentials: { ...key, sessionToken: null },
              region: null,
              endpoint: null,
            },
          },
        ),
      onProgress: watch.onProgress,
      onSample: watch.onSample,
    });
    watch.end();
    rmSync(journal, { recursive: true, force: true });
    const made = keepDataset(folder, plan, [{ round: 1, state }], deps);
    if (args.has('json')) deps.print(jsonText(made.summary));
    else printResult(made, deps);
  } finally {
    await server.close();
  }
  if (args.has('serve')) await serveApp(deps, { port: undefined, folder });
  else deps.say(`its plots: stowage serve --dataset ${folder}`);
};
