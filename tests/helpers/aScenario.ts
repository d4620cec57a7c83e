import type { ScenarioText } from '#core/scenario/scenario.ts';

type Workload = ScenarioText['workload'];

/** A valid scenario as authored: 12M segments a day of 4 MB, kept 90 days, read in one region. */
export function aScenario(changes: Partial<ScenarioText> = {}): ScenarioText {
  return {
    stowage: 1,
    name: 'Segments',
    asOf: '2026-11-20',
    workload: aWorkload(),
    stores: ['aws/s3-standard@us-east-1', 'cloudflare/r2-standard@enam'],
    ...changes,
  };
}

export function aWorkload(changes: Partial<Workload> = {}): Workload {
  return {
    objects: { size: '4 MB', arrivals: '12M/day', retention: '90 days' },
    reads: { rate: '36M/day', byAge: { '1 day': 0.45, '7 days': 0.8, '30 days': 0.95 } },
    readers: [{ at: 'aws/us-east-1', share: 1 }],
    writer: 'aws/us-east-1',
    ...changes,
  };
}
