/** What `stowage import` asks a person, each with what is usual. */
import path from 'node:path';
import { refuseFolder } from '#catalog/write-dataset.ts';
import { OPERATIONS } from '#core/evidence/dataset.ts';
import { PLACES } from '#core/places.ts';
import type { Args } from '../args.ts';
import type { Deps } from '../deps.ts';
import type { Question } from './asking.ts';
import { refuseWrongDate } from './dataset-head.ts';
import { TIME_UNITS, UNKNOWN, contextGiven } from './import-context.ts';

const MOST_NAMED = 6;

export function importQuestions(
  deps: Pick<Deps, 'cwd' | 'catalog' | 'today'>,
): (args: Args) => Record<string, Question> {
  const check = (args: Args) => contextGiven(args, { catalog: deps.catalog, say: () => undefined });
  return (args) => {
    const [file = 'file'] = args.operands;
    const provider = args.text('store')?.split('/')[0];
    return {
      out: {
        words: 'A new folder for the dataset, named after who measured and when, such as datasets/acme-2026',
        check: (given) => refuseFolder(path.resolve(deps.cwd, given.text('out') ?? '')),
      },
      store: {
        words:
          'The store that was measured, such as aws/s3-standard or cloudflare/r2-standard (stowage prices list has those with prices)',
        check,
      },
      region: { words: `The place of the store${placesOf(provider)}`, usual: UNKNOWN, check },
      from: { words: `The place of the client${placesOf(provider)}`, usual: UNKNOWN, check },
      runtime: { words: 'What the client ran on, such as m5dn.24xlarge', usual: 'not stated' },
      size: { words: 'The size of the objects, such as 1 MiB', usual: UNKNOWN, check },
      op: { words: 'The operation', choices: OPERATIONS },
      concurrency: { words: 'Requests under way at once', usual: UNKNOWN, check },
      unit: { words: 'The unit of its times', choices: TIME_UNITS },
      title: { words: 'What the dataset is called', usual: path.basename(file) },
      'source-url': { words: 'Where the files come from', usual: `file ${path.basename(file)}` },
      retrieved: { words: 'When they were fetched', usual: deps.today(), check: refuseWrongDate },
      licence: { words: 'Their licence', usual: 'not stated' },
      'measured-by': { words: 'Who measured' },
      tool: { words: 'The tool that measured' },
    };
  };
}

function placesOf(provider: string | undefined): string {
  const own = PLACES.filter((place) => place.provider === provider).map(({ id }) => id);
  return own.length === 0 ? ', such as aws/us-east-1' : `, such as ${named(own)}`;
}

const named = (ids: readonly string[]) =>
  `${ids.slice(0, MOST_NAMED).join(', ')}${ids.length > MOST_NAMED ? ' …' : ''}`;
