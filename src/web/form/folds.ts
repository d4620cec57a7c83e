/** What folds away in the form: its title, the places it edits, and what is set there in a few words. */
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { readAt, writeAt, type Path } from '#web/state/paths.ts';
import { counted } from '#core/text/numbers.ts';
import { placeName } from '#web/words/names.ts';
import { earlyWords, mustWords } from '#web/words/scenario-sentence.ts';

export type PartName = ReturnType<typeof foldsOf>[number]['part'];

const REQUIREMENTS = [
  'firstByteP99',
  'latency',
  'sureness',
  'zones',
  'durability',
  'availability',
  'restoreWithin',
  'residency',
  'owner',
  'features',
  'sla',
  'certifications',
  'budget',
];

export function foldsOf(scenario: ScenarioText) {
  const at = (...path: Path) => readAt(scenario, path);
  const count = (value: unknown) =>
    typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
  const [classes, points, readers] = [
    at('workload', 'objects', 'size'),
    at('workload', 'reads', 'byAge'),
    at('workload', 'readers'),
  ].map(count) as [number, number, number];
  const stores = at('stores');
  const assumed = count(at('assume'));
  return [
    {
      part: 'sizes',
      title: 'Sizes',
      // One size has its own blank in the sentence.
      paths: [...(classes > 0 ? [['workload', 'objects', 'size']] : []), ['workload', 'writes', 'partSize']],
      summary: classes > 0 ? counted(classes, 'class', 'classes') : 'all the same',
    },
    {
      part: 'reads',
      title: 'Reads by age',
      paths: [
        ['workload', 'reads', 'byAge'],
        ['workload', 'reads', 'bytes'],
        ['workload', 'reads', 'fanOut'],
        ['workload', 'reads', 'rereads'],
        ['workload', 'reads', 'skew'],
        ['workload', 'peak'],
      ],
      summary: points > 0 ? counted(points, 'point') : 'the same at every age',
    },
    {
      part: 'readers',
      title: 'Readers and writer',
      // An only reader has its own blank, too.
      paths: [...(readers > 1 ? [['workload', 'readers']] : []), ['workload', 'writer']],
      summary: counted(readers, 'place reads', 'places read'),
    },
    {
      part: 'stores',
      title: 'Stores',
      paths: [['stores'], ['requirements', 'exclude']],
      summary: Array.isArray(stores) ? `${stores.length} chosen` : 'all',
    },
    {
      part: 'requirements',
      title: 'Requirements',
      paths: [...REQUIREMENTS.map((key) => ['requirements', key]), ['workload', 'objects', 'reproducible']],
      summary: mustWords(withoutReadP99(scenario)),
    },
    {
      part: 'effort',
      title: 'Effort and doubt',
      paths: [['effort'], ['doubt'], ['headroom']],
      summary: at('effort') === 'none' ? 'the least cost' : '',
    },
    {
      part: 'assume',
      title: 'Assume',
      paths: [['assume']],
      summary: assumed > 0 ? `${assumed} assumed` : 'nothing',
    },
    {
      part: 'rest',
      title: 'Prices, discounts and the rest',
      paths: [
        ['name'],
        ['asOf'],
        ['knownOn'],
        ['discounts'],
        ['workload', 'operations'],
        ['workload', 'objects', 'growth'],
      ],
      summary: String(at('asOf') ?? ''),
    },
  ] as const;
}

/** What the sentence does not say, in a few words; empty where that is nothing. */
export function besidesWords(scenario: ScenarioText): string {
  const stores = readAt(scenario, ['stores']);
  const writer = readAt(scenario, ['workload', 'writer']);
  const early = earlyWords(readAt(scenario, ['workload', 'reads', 'byAge']));
  const isElsewhere = writer !== readAt(scenario, ['workload', 'readers', 0, 'at']);
  return [
    early && `Reads: ${early}`,
    isElsewhere && typeof writer === 'string' ? `written from ${placeName(writer)}` : '',
    Array.isArray(stores) ? counted(stores.length, 'store') : 'all stores in reach',
    mustWords(withoutReadP99(scenario)),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** That one is in the sentence. */
const withoutReadP99 = (scenario: ScenarioText) =>
  writeAt(scenario, ['requirements', 'readP99'], undefined) as ScenarioText;
