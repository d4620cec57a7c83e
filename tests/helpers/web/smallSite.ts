/** What of the built site differs where it has few stores: the data its scripts fetch, and the examples of the Plan page. */
import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { buildCatalog } from '#catalog/build.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
const STANDARD = 'aws/s3-standard@us-east-1';
const INSTANT = 'aws/s3-glacier-instant-retrieval@us-east-1';
const B2 = 'backblaze/b2@us-east';
const R2 = 'cloudflare/r2-standard@enam';
const TIGRIS = 'tigris/standard@global';

const STORES = [EXPRESS, STANDARD, INSTANT, B2, R2, TIGRIS].map((store) => store.replace(/@.*/, ''));

/** Examples of the Plan page that stay, the first one first, and what differs: all over so few stores that every panel is filled within seconds. */
const EXAMPLES = {
  streamingco: { stores: [EXPRESS, STANDARD, TIGRIS] },
  'streamingco-deliveries': { stores: [EXPRESS, STANDARD, TIGRIS] },
  'leave-s3': { stores: [STANDARD, R2, TIGRIS] },
  'headline-10pb': { stores: [EXPRESS, STANDARD, R2, B2] },
  thumbnails: { stores: [EXPRESS, STANDARD, TIGRIS] },
} satisfies Record<string, Partial<ScenarioText>>;

export function smallExample(file: keyof typeof EXAMPLES): ScenarioText {
  const text = readFileSync(path.join(root, `examples/${file}.yaml`), 'utf8');
  return { ...(parse(text) as ScenarioText), ...EXAMPLES[file] };
}

/** The files of `dist/data` over few stores: their texts by their names. */
export function smallData(): Map<string, string> {
  const draft = mkdtempSync(path.join(tmpdir(), 'stowage-small-'));
  try {
    for (const folder of ['pricing', 'datasets'])
      cpSync(path.join(root, folder), path.join(draft, folder), { recursive: true, filter: isSmall });
    const small = path.join(draft, 'data');
    buildCatalog(draft, small);
    return new Map(jsonFiles(small).map((file) => [file, readFileSync(path.join(small, file), 'utf8')]));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Their texts, by their paths in the built site. Data is known by its bytes, as its name there carries a hash. */
export function smallSiteFiles(built: string): Map<string, string> {
  const textOf = new Map(
    [...smallData()].map(([file, text]) => [hashOf(path.join(root, 'dist/data', file)), text]),
  );
  const files = jsonFiles(path.join(built, '_app')).flatMap((name) => {
    const file = path.join('_app', name);
    const text = textOf.get(hashOf(path.join(built, file)));
    return text === undefined ? [] : [[file, text] as const];
  });
  if (files.length === 0) throw new Error('dist/web holds no data of dist/data; npm run build makes both');
  const page = readFileSync(path.join(built, 'index.html'), 'utf8');
  return new Map([...files, ['index.html', withSmallExamples(page)]]);
}

function isSmall(file: string): boolean {
  const [folder = '', first, second] = path.relative(root, file).split(path.sep);
  // A prediction rests on all datasets together.
  if (folder === 'datasets') return true;
  const isStore = second !== undefined && second !== 'transfer' && first !== 'places';
  return !isStore || STORES.includes(`${first}/${second}`);
}

const jsonFiles = (folder: string) => globSync('**/*.json', { cwd: folder });
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

const ESCAPES = { '&': '&amp;', '"': '&quot;', '<': '&lt;' };

function withSmallExamples(page: string): string {
  const files = Object.keys(EXAMPLES) as (keyof typeof EXAMPLES)[];
  const examples = files.map((file) => {
    const scenario = smallExample(file);
    return { file, title: scenario.name ?? file, scenario };
  });
  const text = JSON.stringify({ examples }).replaceAll(
    /[&"<]/g,
    (one) => ESCAPES[one as keyof typeof ESCAPES],
  );
  // The cards of the built page are of the whole archive.
  return page
    .replace('<div class="cards ', '<div class="')
    .replace(/ data-props="[^"]*"/, () => ` data-props="${text}"`);
}
