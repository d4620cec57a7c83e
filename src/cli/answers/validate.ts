import path from 'node:path';
import type * as z from 'zod/mini';
import { USER_LIMITS } from '#catalog/read-text.ts';
import { DatasetFile } from '#core/evidence/dataset.ts';
import type { SchemaIssue } from '#core/issue.ts';
import { withSelfHosted } from '#core/pricing/self-hosted/archive.ts';
import { parseBillRequest } from '#core/pricing/bills/usage-file.ts';
import { checkScenario } from '#core/scenario/check-scenario.ts';
import { checkStore } from '#core/scenario/check-stores.ts';
import { ConfigFile } from '#core/scenario/config.ts';
import { filledIn } from '#core/scenario/fill-in.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { schemaIssues } from '#core/schema-issues.ts';
import type { Sources } from '#core/sources.ts';
import { Profile } from '#core/workload/profile.ts';
import { parseProbePlan } from '#probe/plan/plan-file.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { foreseen } from '../failures.ts';
import { give } from '../formats.ts';
import type { Item } from '../input/csv-rows.ts';
import { CONFIG_FILE } from '../input/settings.ts';
import { fileText, isScenario, isUsage, readInput } from '../input/read-input.ts';
import { withReadsProfile } from '../input/reads-profile.ts';
import { linesOf } from '#catalog/yaml-lines.ts';
import { sourcesOf } from '../scenarios.ts';

interface Problem {
  /** Empty: the whole value. */
  path: string;
  line: number | null;
  message: string;
}

/** Every problem of every file, with its path and, in YAML, its line. Exit 2 where there is one. */
export const validate: Run = async (args, deps) => {
  const sources = await sourcesOf(deps);
  const files: { file: string; kind: string; problems: Problem[] }[] = [];
  for (const source of args.operands)
    for (const { name, kind, problems } of await checked(source, sources, deps))
      files.push({ file: name, kind, problems });
  give(args, deps, {
    json: files,
    blocks: () => files.flatMap(({ file, kind, problems }) => linesOfFile(file, kind, problems)).join(''),
  });
  return { exit: files.every(({ problems }) => problems.length === 0) ? 0 : 2 };
};

function linesOfFile(file: string, kind: string, problems: readonly Problem[]): string[] {
  if (problems.length === 0) return [`${file}: is a ${kind} without problems\n`];
  return problems.map(
    ({ path: at, line, message }) =>
      `${file}${line === null ? '' : `:${line}`}: ${at === '' ? '' : `${at}: `}${message}\n`,
  );
}

async function checked(source: string, sources: Sources, deps: Deps) {
  let items: Item[];
  try {
    items = await readInput(source, deps, { split: true });
  } catch (error) {
    const message = foreseen(error).replace(`${source}: `, '');
    return [{ name: source, kind: 'file', problems: [{ path: '', line: null, message }] }];
  }
  const isYaml = source !== '-' && !/\.csv$/i.test(source);
  const lineOf = isYaml ? linesOf(fileText(source, deps, USER_LIMITS.bytes)) : null;
  const isList = items.length > 1 || items[0]?.name !== source;
  return Promise.all(
    items.map(async ({ name, value }, i) => {
      const kind = kindOf(value, source);
      const issues = await issuesOf(() => CHECKS[kind](value, { source, sources, deps }));
      const problems = issues.map(({ path: at, message, suggestion, key }): Problem => ({
        path: at,
        line: lineOf?.(isYaml && isList ? `[${i}].${at}` : at, key) ?? null,
        message: suggestion === undefined ? message : `${message}; did you mean ${suggestion}?`,
      }));
      return { name: isYaml ? source : name, kind, problems };
    }),
  );
}

type Kind = 'scenario' | 'config' | 'usage' | 'probe plan' | 'dataset' | 'profile';

function kindOf(value: unknown, source: string): Kind {
  if (path.basename(source) === CONFIG_FILE && !isScenario(value)) return 'config';
  if (isUsage(value)) return 'usage';
  const has = (key: string) => value !== null && typeof value === 'object' && key in value;
  if (has('profile')) return 'profile';
  return has('probe') ? 'probe plan' : has('measuredBy') && has('checksums') ? 'dataset' : 'scenario';
}

interface Around {
  source: string;
  sources: Sources;
  deps: Deps;
}

/** Each throws for what is not understood. */
const CHECKS: Record<Kind, (value: unknown, around: Around) => unknown> = {
  async scenario(value, { source, sources, deps }) {
    const folder = source === '-' ? deps.cwd : path.dirname(path.resolve(deps.cwd, source));
    const whole = filledIn(await withReadsProfile(value, folder, deps), sources.archive);
    checkScenario(parseScenario(whole), sources);
  },
  usage(value, { sources }) {
    const { usages, selfHosted } = parseBillRequest(value);
    const archive = withSelfHosted(sources.archive, selfHosted);
    for (const usage of usages) checkStore(usage, archive);
  },
  'probe plan': (value) => parseProbePlan(value),
  config: (value) => fits(ConfigFile, value),
  dataset: (value) => fits(DatasetFile, value),
  profile: (value) => fits(Profile, value),
};

function fits(schema: z.ZodMiniType, value: unknown): void {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ScenarioError(schemaIssues(parsed.error, schema, value));
}

async function issuesOf(check: () => unknown): Promise<readonly SchemaIssue[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof Error && 'issues' in error) return error.issues as SchemaIssue[];
    return [{ path: '', message: foreseen(error) }];
  }
}
