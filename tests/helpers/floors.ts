import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import ts from 'typescript';

/** Stairs go down only: what each room of src/ may lean on. */
export const rooms: Record<string, Room> = {
  core: { leansOn: [], packages: ['zod'], data: ['../pricing/places/'], pure: true },
  formats: { leansOn: ['core'], packages: ['zod', 'yaml', 'fflate', 'fzstd', 'd3-array'], pure: true },
  permalink: { leansOn: ['core'], packages: ['fflate'], pure: true },
  emit: { leansOn: ['core'], packages: [], pure: true },
  files: { leansOn: ['core'], packages: [], node: true },
  catalog: { leansOn: ['core', 'formats', 'files'], packages: ['zod', 'yaml', 'fflate'], node: true },
  query: { leansOn: ['core'], packages: ['zod', '@duckdb/', 'apache-arrow', 'parquet-wasm'], node: true },
  stores: { leansOn: ['core', 'catalog'], packages: 'any', node: true },
  probe: {
    leansOn: ['core', 'catalog', 'formats', 'stores'],
    packages: ['zod', 'yaml', 'fflate', 'hyparquet-writer'],
    node: true,
  },
  cli: {
    leansOn: ['core', 'files', 'formats', 'permalink', 'emit', 'catalog', 'query', 'stores', 'probe'],
    packages: 'any',
    node: true,
  },
  web: {
    leansOn: ['core', 'formats', 'permalink', 'emit', 'query', 'catalog/fetch-catalog', 'catalog/yaml-lines'],
    packages: 'any',
    browser: true,
  },
  routes: {
    leansOn: ['web', 'core', 'formats', 'permalink', 'emit', 'query', 'catalog/fetch-catalog'],
    packages: 'any',
    browser: true,
  },
  /** `+page.server.ts`: run once, when a page is built; no browser has it. */
  prerender: { leansOn: ['routes', 'web', 'core', 'catalog', 'probe'], packages: [], node: true },
  'service-worker': { leansOn: ['web', 'core'], packages: [], browser: true },
  setup: { leansOn: [], packages: 'any', node: true },
};

interface Room {
  /** Rooms, or `room/file` for one door of a room. */
  leansOn: readonly string[];
  /** Names, or a scope ending in `/`. Types of a package count too. */
  packages: readonly string[] | 'any';
  /** Folders of JSON beside src/ that are part of the program when it is built. */
  data?: readonly string[];
  /** May use `node:` modules. */
  node?: boolean;
  /** Neither DOM nor network nor clock nor chance. */
  pure?: boolean;
  /** Runs in a page: nothing it reaches, through whatever room, may use `node:`. */
  browser?: boolean;
}

/** Files by their path inside src/, such as `core/units.ts`, to their text. */
export type Sources = ReadonlyMap<string, string>;

/** What a pure room does without; a file's own declaration of such a name is its own business. */
const impureGlobals = new Set(
  (
    'window document navigator location history localStorage sessionStorage indexedDB fetch XMLHttpRequest ' +
    'WebSocket EventSource Worker requestAnimationFrame performance crypto process Buffer globalThis self'
  ).split(' '),
);

/** Programs that Stowage gives away are data here: their own tools check them. */
const TEMPLATES = /(^|[\\/])templates[\\/]/;

export function readSources(srcFolder: string): Sources {
  const files = readdirSync(srcFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|js|mjs|svelte)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !TEMPLATES.test(path.relative(srcFolder, file)));
  return new Map(
    files.map((file) => [
      path.relative(srcFolder, file).split(path.sep).join('/'),
      readFileSync(file, 'utf8'),
    ]),
  );
}

/** One sentence for every place where a room leans on what it should not. */
export function findViolations(sources: Sources): string[] {
  const found: string[] = [];
  for (const [file, text] of sources) {
    const name = roomOf(file);
    if (name === undefined) continue;
    const room = rooms[name];
    if (!room) {
      found.push(`${file}: there is no room "${name}" in the map (tests/helpers/floors.ts)`);
      continue;
    }
    for (const { specifier } of importsOf(file, text)) {
      const problem = judge(name, room, file, specifier);
      if (problem) found.push(`${file}: ${problem}`);
    }
    if (room.pure)
      for (const use of impurities(parse(file, text))) found.push(`${file}: ${name} does without ${use}`);
  }
  return [...found, ...nodeReachedFromPages(sources)];
}

function judge(name: string, room: Room, file: string, specifier: string): string | undefined {
  const target = resolve(file, specifier);
  switch (target.kind) {
    case 'node':
      return room.node || room.browser ? undefined : `${name} does without ${specifier}`;
    case 'kit':
      return room.browser ? undefined : `${name} does without SvelteKit (${specifier})`;
    case 'package': {
      if (target.name === 'zod' && specifier !== 'zod/mini')
        return `schemas are written with zod/mini, not ${specifier}`;
      const allowed =
        room.packages === 'any' ||
        room.packages.some((one) => (one.endsWith('/') ? target.name.startsWith(one) : target.name === one));
      return allowed ? undefined : `${name} does without the package ${target.name}`;
    }
    case 'outside':
      return room.node || room.data?.some((folder) => pathFrom(file, specifier).startsWith(folder))
        ? undefined
        : `${name} reaches outside src/ (${specifier})`;
    case 'source': {
      const other = roomOf(target.file);
      if (other === undefined || other === name) return undefined;
      const door = target.file.replace(/\.[^/]*$/, '');
      const allowed = room.leansOn.some((one) => one === other || door === one || door.startsWith(`${one}/`));
      return allowed ? undefined : `${name} may not lean on ${one(target.file, other)}`;
    }
  }
}

const one = (file: string, room: string) => `${room} (${file})`;

/** Follows every import from web and routes; a `node:` at the end of the path would break the page. */
function nodeReachedFromPages(sources: Sources): string[] {
  const found: string[] = [];
  const cameFrom = new Map<string, string | undefined>();
  const queue = [...sources.keys()].filter((file) => rooms[roomOf(file) ?? '']?.browser);
  for (const file of queue) cameFrom.set(file, undefined);
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    for (const { specifier, isType } of importsOf(file, sources.get(file) ?? '')) {
      if (isType) continue;
      const target = resolve(file, specifier);
      if (target.kind === 'node') {
        const way: string[] = [];
        for (let step: string | undefined = file; step; step = cameFrom.get(step)) way.unshift(step);
        found.push(`${way[0]}: a page reaches ${specifier} by way of ${way.join(' > ')}`);
      }
      const next = fileOf(target, sources);
      if (next === undefined || cameFrom.has(next)) continue;
      cameFrom.set(next, file);
      queue.push(next);
    }
  }
  return found;
}

/** One sentence for every set of files that import each other, types included, directly or by way of others in the set. */
export function findCircles(sources: Sources): string[] {
  const circles: string[] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  /** The order of the earliest open file that `file` reaches (Tarjan's algorithm). */
  const earliestFrom = (file: string): number => {
    const own = order.size;
    let earliest = own;
    order.set(file, own);
    open.push(file);
    for (const { specifier } of importsOf(file, sources.get(file) ?? '')) {
      const next = fileOf(resolve(file, specifier), sources);
      if (next === undefined) continue;
      const known = order.get(next);
      if (known === undefined) earliest = Math.min(earliest, earliestFrom(next));
      else if (open.includes(next)) earliest = Math.min(earliest, known);
    }
    if (earliest < own) return earliest;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(`${circle.sort().join(', ')} import each other`);
    return earliest;
  };
  for (const file of sources.keys()) if (!order.has(file)) earliestFrom(file);
  return circles;
}

/** The file of src/ that an import leads to. */
function fileOf(target: Target, sources: Sources): string | undefined {
  if (target.kind !== 'source') return undefined;
  return [target.file, `${target.file}.ts`, `${target.file}/index.ts`].find((one) => sources.has(one));
}

type Target =
  { kind: 'node' | 'kit' | 'outside' } | { kind: 'package'; name: string } | { kind: 'source'; file: string };

function resolve(file: string, specifier: string): Target {
  const plain = specifier.replace(/[?].*$/, '');
  if (plain.startsWith('node:') || builtinModules.includes(plain)) return { kind: 'node' };
  if (plain.startsWith('$')) return { kind: 'kit' };
  if (plain.startsWith('#')) return { kind: 'source', file: plain.slice(1) };
  if (!plain.startsWith('.') && !plain.startsWith('/')) {
    return { kind: 'package', name: plain.split('/', plain.startsWith('@') ? 2 : 1).join('/') };
  }
  const joined = pathFrom(file, plain);
  return joined.startsWith('..') || plain.startsWith('/')
    ? { kind: 'outside' }
    : { kind: 'source', file: joined };
}

const pathFrom = (file: string, specifier: string) => path.posix.join(path.posix.dirname(file), specifier);

/** The first folder; undefined for files that lie in src/ itself, such as app.d.ts. */
function roomOf(file: string): string | undefined {
  const slash = file.indexOf('/');
  if (slash < 0) return file.startsWith('service-worker.') ? 'service-worker' : undefined;
  if (/^routes\/.*\.server\.ts$/.test(file)) return 'prerender';
  return file.slice(0, slash);
}

function parse(file: string, text: string): ts.SourceFile {
  const code = file.endsWith('.svelte')
    ? [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map((match) => match[1]).join('\n')
    : text;
  const kind = /\.m?js$/.test(file) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  return ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true, kind);
}

interface Import {
  specifier: string;
  isType: boolean;
}

/** By the text that has them: every check below follows the same imports. */
const imports = new Map<string, readonly Import[]>();

function importsOf(file: string, text: string): readonly Import[] {
  const known = imports.get(text) ?? findImports(parse(file, text));
  imports.set(text, known);
  return known;
}

function findImports(script: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
      found.push({ specifier: node.moduleSpecifier.text, isType });
    } else if (
      ts.isExportDeclaration(node) &&
      node.moduleSpecifier &&
      ts.isStringLiteral(node.moduleSpecifier)
    ) {
      found.push({ specifier: node.moduleSpecifier.text, isType: node.isTypeOnly });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      if (ts.isStringLiteral(node.argument.literal))
        found.push({ specifier: node.argument.literal.text, isType: true });
    } else if (ts.isCallExpression(node)) {
      const [argument] = node.arguments;
      const loads =
        node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        (ts.isIdentifier(node.expression) && node.expression.text === 'require');
      if (loads && argument && ts.isStringLiteralLike(argument))
        found.push({ specifier: argument.text, isType: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(script);
  return found;
}

function impurities(script: ts.SourceFile): Set<string> {
  const found = new Set<string>();
  const declared = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) {
      const parent = node.parent;
      const isNamed = 'name' in parent && parent.name === node;
      if (isNamed && !ts.isPropertyAccessExpression(parent)) {
        if (!ts.isPropertyAssignment(parent) && !ts.isPropertySignature(parent)) declared.add(node.text);
      } else if (!isNamed && impureGlobals.has(node.text) && !ts.isTypeNode(parent)) found.add(node.text);
    }
    if (ts.isPropertyAccessExpression(node)) {
      const text = node.getText(script);
      if (text === 'Date.now' || text === 'Math.random') found.add(text);
    }
    if (ts.isNewExpression(node) && node.expression.getText(script) === 'Date' && !node.arguments?.length) {
      found.add('new Date() without an argument');
    }
    if (ts.isCallExpression(node) && node.expression.getText(script) === 'Date') found.add('Date()');
    ts.forEachChild(node, visit);
  };
  visit(script);
  return new Set([...found].filter((name) => !declared.has(name)));
}
