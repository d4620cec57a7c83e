/** What the form calls the places of a scenario: an error names its field, not a key of the file. */
import type { Issue } from '#web/ask/serve.ts';
import { pathKey } from '#web/state/paths.ts';
import { placeShown, storeShown } from './shown.ts';
import { capital } from '#core/text/words.ts';

const LABELS: readonly [pattern: RegExp, label: string][] = [
  [/^workload\.objects\.size/, 'Object size'],
  [/^workload\.objects\.(standing|count)/, 'Stored'],
  [/^workload\.objects\.arrivals/, 'New objects'],
  [/^workload\.objects\.retention/, 'Kept for'],
  [/^workload\.objects$/, 'Stored'],
  [/^workload\.reads\.rate/, 'Reads'],
  [/^workload\.reads\.byAge/, 'Reads by age'],
  [/^workload\.readers\.(\d+)\.at/, 'Place of reader $1'],
  [/^workload\.readers\.(\d+)\.share/, 'Share of reader $1'],
  [/^workload\.readers\.(\d+)/, 'Reader $1'],
  [/^workload\.readers/, 'Readers'],
  [/^workload\.writer/, 'Written from'],
  [/^workload\.writes\.partSize/, 'Multipart part size'],
  [/^current/, 'Today’s store'],
  [/^requirements\.readP99/, 'Read p99, at most'],
  [/^requirements\.exclude\.(\d+)/, 'Never use, $1'],
  [/^stores\.(\d+)/, 'Store $1'],
  [/^asOf/, 'Prices of'],
];

/** Items of lists are counted from one. */
export function labelOf(path: string): string {
  const key = pathKey(path);
  for (const [pattern, label] of LABELS) {
    const match = pattern.exec(key);
    if (match) return label.replace('$1', String(Number(match[1]) + 1));
  }
  const last = key.split('.').findLast((one) => !/^\d+$/.test(one));
  return last
    ? capital(last.replace(/([a-z])([A-Z0-9])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`))
    : 'Scenario';
}

/** What is wrong and what to write, as the form is written: no keys of a file, and names for ids. */
export function issueWords({ path, message, suggestion }: Issue): string {
  const isPlace = /\.at$|\.writer$/.test(path);
  const said = isPlace
    ? message.replace(/a place is written .*$/, 'pick a place from the list, such as Europe or AWS us-east-1')
    : message.replace(/\bcount: (\S+)/, '$1 objects').replace(/\b(?:standing|arrivals): /g, '');
  if (!suggestion) return said;
  const named = isPlace
    ? placeShown(suggestion)
    : suggestion.includes('/')
      ? storeShown(suggestion)
      : suggestion;
  return `${said}; did you mean ${named}?`;
}
