import { stringify } from 'yaml';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario, aWorkload } from '#tests/helpers/aScenario.ts';

/** A scenario that is proven without any latency, so that its plan rests on prices alone. */
export function aPricedScenario(changes: Partial<ScenarioText> = {}): ScenarioText {
  return aScenario({
    workload: aWorkload({ reads: { rate: '36M/day', byAge: { '1 day': 0.45, '7 days': 0.8 } } }),
    ...changes,
  });
}

export const yaml = (value: unknown) => stringify(value);

/** What AWS works out in its FAQ: $2.58 a month. */
export const EXPRESS_USAGE = {
  store: 'aws/s3-express-one-zone',
  region: 'us-east-1',
  asOf: '2025-06-01',
  days: 30,
  stored: '10 GiB',
  requests: { PutObject: 1_000_000, GetObject: 9_000_000, DeleteObject: 1_000_000 },
  bytesPerRequest: { PutObject: '10 KiB', GetObject: '10 KiB' },
};
