/** `reads.profile: FILE` in a scenario: the reads that the profile describes, in its place. */
import path from 'node:path';
import { USER_LIMITS } from '#catalog/read-text.ts';
import { parseYaml } from '#catalog/read-yaml.ts';
import { issueLines } from '#core/issue.ts';
import { schemaIssues } from '#core/schema-issues.ts';
import type { Profile } from '#core/workload/profile.ts';
import { Misunderstood, within } from '../failures.ts';
import type { Deps } from '../deps.ts';
import { fileText } from './read-input.ts';

type Keyed = Readonly<Record<string, unknown>>;
const isMap = (value: unknown): value is Keyed =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/**
 * `value` with the file named under workload.reads.profile read, relative to `folder`: what the scenario states itself
 * stays. So a link carries what the profile says, and never a path. Throws `Misunderstood`.
 */
export async function withReadsProfile(value: unknown, folder: string, deps: Deps): Promise<unknown> {
  if (!isMap(value) || !isMap(value['workload']) || !isMap(value['workload']['reads'])) return value;
  const { workload } = value;
  const { profile: file, ...stated } = workload['reads'] as Keyed;
  if (file === undefined) return value;
  if (typeof file !== 'string')
    throw new Misunderstood('workload.reads.profile: is the name of a file that "stowage derive" wrote');
  const { readsOf } = await import('#core/workload/profile-scenario.ts');
  const profile = await within('workload.reads.profile', () => profileFile(file, deps, folder));
  if (profile.test) {
    const { profileTestWords } = await import('#core/answer/figures/profile-test.ts');
    deps.say(`stowage: ${file}: ${profileTestWords(profile.test)}`);
  }
  return { ...value, workload: { ...workload, reads: { ...readsOf(profile), ...stated } } };
}

/** The profile in a file, relative to `folder`. Throws `Misunderstood`. */
export async function profileFile(file: string, deps: Deps, folder = deps.cwd): Promise<Profile> {
  const text = fileText(path.resolve(folder, file), deps, USER_LIMITS.bytes);
  const { Profile } = await import('#core/workload/profile.ts');
  const value = parseYaml(text, file);
  const parsed = Profile.safeParse(value);
  if (parsed.success) return parsed.data;
  const first = issueLines(schemaIssues(parsed.error, Profile, value))
    .slice(0, 3)
    .join('; ');
  throw new Misunderstood(`${file}: is no profile: ${first}; "stowage derive" writes one`);
}
