import { figureOf } from '#core/answer/figures/figure.ts';
import { nearest } from '#core/nearest.ts';
import type { Candidate, Plan } from '#core/report/plan-types.ts';
import { emit, type Emission } from '#emit/emit.ts';
import { EMIT_KINDS, EMIT_KIND_NAMES, type EmitKind } from '#emit/kinds.ts';
import {
  bucketNameProblem,
  keyDateProblem,
  keyPrefixProblem,
  keyFormOf,
  keyFormProblem,
} from '#emit/names-given.ts';
import { createFolder } from '#files/write-files.ts';
import type { Args } from '../args.ts';
import { oneOf } from '../choices.ts';
import type { Run } from '../command.ts';
import type { Deps } from '../deps.ts';
import { Misunderstood, Unanswerable } from '../failures.ts';
import { give } from '../formats.ts';
import { newPlace } from '../input/file-head.ts';
import { placementCalled, planWith } from '../input/placement-given.ts';
import { progressOf } from '../progress.ts';
import { planNames } from '../render/plan.ts';
import { heading, listOf, tableOf, type Block } from '../render/table.ts';
import { flipsOf } from '../plans.ts';
import { questionIn } from '../scenarios.ts';

/** Exit 1 where the plan has no placement to write. */
export const emitPlan: Run = async (args, deps) => {
  const kinds = kindsGiven(args);
  const [source = ''] = args.operands;
  const { question } = await questionIn('emit', source, args, deps);
  const folder = newPlace(args, deps, 'folder');
  const called = args.text('plan');
  const progress = progressOf(deps);
  progress.doing('searching for the best placement');
  const { plan } = await planWith(question, called === undefined ? [] : [called]);
  if (called === undefined && !plan.recommendation && !plan.bestIf)
    throw new Unanswerable(
      `${question.name}: no placement meets the requirements; name one with --plan, as stowage plan --all lists them`,
    );
  const names = planNames(plan, question.archive);
  const id =
    called === undefined ? null : placementCalled(called, plan, names, { source, flag: '--plan ' }).id;
  const emission = emit(question, {
    plan: { ...plan, ...flipsOf(question, kinds.includes('prometheus') ? 'alerts' : 'none', progress) },
    id,
    kinds,
    keyDate: checked(args, 'key-date', keyDateProblem) ?? null,
    prefix: checked(args, 'prefix', keyPrefixProblem),
    keys: storesGiven(args, 'keys', plan, keyFormProblem).map(([ref, form]) => keyFormOf(ref, form)),
    buckets: Object.fromEntries(storesGiven(args, 'bucket', plan, bucketNameProblem)),
    endpoints: Object.fromEntries(storesGiven(args, 'endpoint', plan, endpointUrl)),
  });
  progress.end();
  if (folder !== null)
    createFolder(
      folder,
      emission.files.map(({ path: name, text, runs }) => ({ path: name, content: text, isProgram: runs })),
    );
  give(args, deps, {
    json: { ...emission, folder },
    blocks: () => (folder === null ? textOf(emission, kinds) : wroteBlocks(emission, args.text('out') ?? '')),
  });
  if (folder === null && !args.has('json')) sayNotes(emission, deps);
};

function kindsGiven(args: Args): EmitKind[] {
  const asked = args.list('as').flatMap((text) => text.split(','));
  if (asked.length === 0) return EMIT_KIND_NAMES;
  const kinds = asked.map((text) => oneOf('--as', text, [...EMIT_KIND_NAMES, 'all' as const]));
  return kinds.includes('all') ? EMIT_KIND_NAMES : kinds.filter((kind) => kind !== 'all');
}

const holdersOf = ({ parts, segments }: Candidate) =>
  [segments, ...parts.map((part) => part.segments)].flat().flatMap(({ holders }) => holders);

/** `STORE=VALUE`, of stores that some placement of the plan uses. */
function storesGiven(
  args: Args,
  flag: string,
  plan: Plan,
  check: (value: string) => string | null,
): [ref: string, value: string][] {
  const used = [...new Set(plan.candidates.flatMap(holdersOf))];
  return args.list(flag).map((text): [string, string] => {
    const cut = text.indexOf('=');
    const [store, value] = [text.slice(0, cut), text.slice(cut + 1)];
    if (cut < 1 || value === '')
      throw new Misunderstood(
        `--${flag} "${text}" is not understood; write it like ${used[0] ?? 'STORE'}=...`,
      );
    const refs = used.filter((ref) => ref === store || ref.startsWith(`${store}@`));
    const [ref] = refs;
    if (ref === undefined || refs.length > 1) {
      const hint = nearest(store, used);
      throw new Misunderstood(
        `--${flag} "${store}" is ${refs.length > 1 ? 'in several regions' : 'no store of this plan'}; ${hint && refs.length === 0 ? `did you mean ${hint}?` : `write one of ${(refs.length > 1 ? refs : used).join(', ')}`}`,
      );
    }
    const wrong = check(value);
    if (wrong !== null) throw new Misunderstood(`--${flag} ${store}: ${wrong}`);
    return [ref, value];
  });
}

function endpointUrl(value: string): string | null {
  // An address is read without the line breaks and blanks that a person may have left in it.
  const url = URL.canParse(value) && !/\s/.test(value) ? new URL(value) : null;
  const isPlain =
    url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
  if (!isPlain) return `"${value}" is no address; write it like https://s3.example.org`;
  return url.username === '' && url.password === ''
    ? null
    : 'it holds a password; keys belong into the environment';
}

/** Throws `Misunderstood` with what is wrong with its value. */
function checked(args: Args, flag: string, problem: (value: string) => string | null): string | undefined {
  const value = args.text(flag);
  const wrong = value === undefined ? null : problem(value);
  if (wrong !== null) throw new Misunderstood(`--${flag} ${wrong}`);
  return value;
}

/** A file alone as it is; several with their names, and the guide among them where all were asked for. */
function textOf({ files }: Emission, kinds: readonly EmitKind[]): string {
  const shown =
    kinds.length === EMIT_KIND_NAMES.length ? files : files.filter(({ kind }) => kind !== 'guide');
  const [only, second] = shown;
  if (!only)
    throw new Unanswerable(`this placement needs no ${kinds.join(' and no ')} file: ${nothingWords(kinds)}`);
  if (!second) return only.text;
  return shown.map(({ path: name, text }) => `==> ${name} <==\n${text}`).join('\n');
}

const nothingWords = (kinds: readonly EmitKind[]) =>
  `nothing it does is ${kinds.map((kind) => `for ${EMIT_KINDS[kind]}`).join(', nor ')}`;

function sayNotes({ notes, placeholders }: Emission, deps: Deps): void {
  for (const { text, means } of placeholders) deps.say(`stowage: replace ${text}: ${means}`);
  for (const note of notes) deps.say(`stowage: ${note}`);
}

function wroteBlocks({ plan, files, placeholders, notes }: Emission, out: string): Block[] {
  return [
    heading(`${plan}, in ${out}`),
    ...tableOf(
      figureOf(files, [
        { title: 'file', of: (file) => file.path },
        { title: 'size', kind: 'bytes', of: ({ text }) => Buffer.byteLength(text) },
        {
          title: 'what it is',
          of: ({ kind }) =>
            kind === 'guide' ? 'what to replace, and how to apply the rest' : EMIT_KINDS[kind],
        },
      ]),
    ),
    ...listOf(
      'Replace these first',
      placeholders.map(({ text, means }) => `${text}: ${means}`),
    ),
    ...listOf('Notes', notes),
  ];
}
