import type { Command } from '../command.ts';
import { JSON_FLAG } from '../flags.ts';

export const docs: Command = {
  summary: 'update figures in Markdown documents, and check them in CI',
  usage:
    'FILE.md... [--check] (figures stand between <!-- stowage FILE-or-LINK view=total --> and <!-- /stowage -->), or stowage docs --changed BASE',
  operands: { name: 'a Markdown FILE.md', least: 0, most: Infinity },
  words: [
    [
      'view=V',
      'in a mark: total, name, date, saving, latency; summary, recommendation, bill, migration, months, frontier, uncertainty; chart (cost) and strip (where objects live by age), each a picture beside the document',
    ],
    ['id=ID', 'in a mark: another placement than the recommended one'],
    ['asOf=DATE', 'in a mark: prices of this day; written there where the scenario says none'],
    ['format=F', 'in a mark: words (default), short ($153k) or number (152711.42)'],
    ['q=Q', 'in a mark of view=latency: p50, p95, p99 (default) or mean'],
    ['rows=N', 'in a mark: at most N rows of a table'],
    ['link=URL', 'in a mark: a link to the scenario on this page of Stowage stands under the block'],
    ['file=NAME.svg', 'in a mark of view=chart or strip: where the picture goes'],
  ],
  flags: {
    check: ['', 'write nothing; exit 1 when a figure moved'],
    'at-today': ['', "with --check: also each answer at today's prices"],
    'fail-on': [
      'WHAT',
      'with --at-today or --changed: exit 1 where the recommendation is another (winner) or the cost is so far away (5%); winner,5%',
    ],
    changed: [
      'BASE',
      'Markdown of what scenarios that differ from the commit or branch BASE do to their answers',
    ],
    base: ['URL', 'put link=URL into each mark on lines of its own'],
    root: [
      'FOLDER',
      'files that a document names must lie in it (default: its repository, or its folder where there is none)',
    ],
    json: JSON_FLAG,
    format: [
      'F',
      'words (default) or github: problems as GitHub shows them, at the line',
      ['words', 'github'],
    ],
  },
  examples: [
    'stowage docs examples/costs.md',
    'stowage docs examples/*.md --check',
    'stowage docs examples/*.md --check --at-today --fail-on winner,5%',
    'stowage docs examples/*.md --check --format github',
    'stowage docs --changed main  # needs a repository with a branch main',
  ],
  load: async () => (await import('../answers/docs.ts')).docs,
};
