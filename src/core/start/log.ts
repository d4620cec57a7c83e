/** An access log or a trace, by its profile, as the beginning of a scenario. */
import { profileTestWords } from '../answer/figures/profile-test.ts';
import { SECONDS_PER_DAY, formatBytes, formatCount, formatDays } from '../units.ts';
import { listedTotals } from '../workload/inventory.ts';
import { scenarioOf } from '../workload/profile-scenario.ts';
import type { Profile } from '../workload/profile.ts';
import type { Found } from './found.ts';

/** `name`: of the file, for the scenario's. */
export function foundIn(profile: Profile, name: string): Found {
  const { source, requests, inventory, test } = profile;
  const listed = inventory && listedTotals(inventory);
  const words = [
    `A log (${source.format}) of ${formatCount(requests.answered)} requests over ${formatDays(source.seconds / SECONDS_PER_DAY)}${listed ? `, with an inventory of ${formatCount(listed.objects)} objects, ${formatBytes(listed.bytes)}` : ''}.`,
    ...(test ? [profileTestWords(test)] : []),
  ].join(' ');
  return {
    words,
    asks: ['from'],
    scenarioWith({ from = '' }) {
      const { scenario, notes } = scenarioOf(profile, {
        asOf: '',
        name: `From ${name}`.slice(0, 200),
        place: from,
        standingBytes: null,
      });
      const { asOf: _, ...rest } = scenario;
      return { scenario: rest, notes };
    },
  };
}
