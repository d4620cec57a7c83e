/** An access log or a trace, by its profile, as the beginning of a scenario. */
import { profileTestWords } from '../answer/figures/profile-test.ts';
import { SECONDS_PER_DAY, formatCount, formatDays } from '../units.ts';
import { scenarioOf } from '../workload/profile-scenario.ts';
import type { Profile } from '../workload/profile.ts';
import type { Found } from './found.ts';

/** `name`: of the file, for the scenario's. */
export function foundIn(profile: Profile, name: string): Found {
  const { source, requests, test } = profile;
  const what = `A log (${source.format}) of ${formatCount(requests.answered)} requests over ${formatDays(source.seconds / SECONDS_PER_DAY)}.`;
  return {
    words: test ? `${what} ${profileTestWords(test)}` : what,
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
