/** What a scenario says twice, or can hardly mean. */
import { expect, test } from 'vitest';
import { describeFinding } from '#core/findings/index.ts';
import { AS_WRITTEN } from '#core/answer/words/names.ts';
import { inputFindings } from '#core/placement/context/input-findings.ts';
import type { PlanContext } from '#core/placement/context/types.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { workloadOf } from '#core/workload/workload.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

function said(changes: object): string[] {
  const scenario = parseScenario({ ...aScenario(), ...changes });
  const workload = { ...workloadOf(scenario), readers: [] };
  const context = { scenario, workload, writer: {}, stores: [], copies: [], billing: { into: 'USD' } };
  return inputFindings(context as unknown as PlanContext).map((one) => describeFinding(one, AS_WRITTEN));
}

test('a store that is listed twice', () => {
  const stores = ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam', 'aws/s3-standard@us-east-1'];
  expect(said({ stores })).toEqual([
    'stores[2] does not change this plan: aws/s3-standard@us-east-1 is listed before.',
  ]);
  expect(said({ stores: stores.slice(1) })).toEqual([]);
});

test('less stored than one object, but not exactly one', () => {
  const holding = (standing: string) =>
    said({ workload: { ...aWorkload(), objects: { size: '300 GB', standing } } });
  expect(holding('130 GB')).toContain(
    'What is stored, 130 GB, is less than one object of 300 GB. Check both: standing is the bytes of all objects.',
  );
  expect(holding('300 GB').join()).not.toContain('less than one');
});
