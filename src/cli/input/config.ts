/** Config files: `stowage.yaml` of the repository, and of the person. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { USER_LIMITS } from '#catalog/read-text.ts';
import { parseYaml } from '#catalog/read-yaml.ts';
import { ConfigFile, SCENARIO_KEYS } from '#core/scenario/config.ts';
import { issueLines } from '#core/issue.ts';
import { schemaIssues } from '#core/schema-issues.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood } from '../failures.ts';
import { isInside, realPlace, repositoryOf } from './inside.ts';
import { fileText, isScenario } from './read-input.ts';

export const CONFIG_FILE = 'stowage.yaml';

export interface Config {
  /** As messages and answers call it. */
  name: string;
  /** What scenarios may take from it. */
  says: Partial<Record<(typeof SCENARIO_KEYS)[number], unknown>>;
  base: string | null;
}

/**
 * The repository's file, found upward from the working directory to the repository's root, then with `isPersonal` the person's.
 * A scenario that is called so is none. Throws `Misunderstood` with every key that is wrong.
 */
export function configsFor(deps: Deps, { isPersonal }: { isPersonal: boolean }): Config[] {
  const own = isPersonal ? personalFile(deps) : null;
  return [repositoryFile(deps), own].flatMap((file) => (file === null ? [] : (configIn(file, deps) ?? [])));
}

function repositoryFile({ cwd, readsWithin }: Deps): string | null {
  const root = repositoryOf(cwd);
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const file = path.join(folder, CONFIG_FILE);
    if (existsSync(file) && (readsWithin === undefined || isInside(readsWithin, realPlace(file))))
      return file;
    if (folder === root) return null;
  }
}

function personalFile({ env, home }: Deps): string | null {
  const folder = env['XDG_CONFIG_HOME'] || path.join(home, '.config');
  const file = path.join(folder, 'stowage', CONFIG_FILE);
  return existsSync(file) ? file : null;
}

/** Null for a scenario. */
function configIn(file: string, deps: Deps): Config | null {
  const own = path.join(deps.home, path.sep);
  const name =
    file.startsWith(own) && !isInside(repositoryOf(deps.cwd), file)
      ? `~/${path.relative(own, file)}`
      : path.relative(deps.cwd, file);
  const value = parseYaml(fileText(file, { cwd: deps.cwd }, USER_LIMITS.bytes), name) ?? {};
  if (isScenario(value)) return null;
  return configOf(value, name);
}

/** Throws `Misunderstood`. */
export function configOf(value: unknown, name: string): Config {
  const parsed = ConfigFile.safeParse(value);
  if (!parsed.success)
    throw new Misunderstood(
      issueLines(schemaIssues(parsed.error, ConfigFile, value))
        .map((line) => `${name}: ${line}`)
        .join('\n'),
    );
  const raw = value as Record<string, unknown>;
  const says = Object.fromEntries(SCENARIO_KEYS.filter((key) => key in raw).map((key) => [key, raw[key]]));
  return { name, says, base: parsed.data.base ?? null };
}
