/** What folds away in the form: its title, the places it edits, and what is set there in a few words. */
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { readAt, type Path } from '#web/state/paths.ts';

export type PartName =
  'sizes' | 'reads' | 'readers' | 'stores' | 'requirements' | 'effort' | 'assume' | 'rest';

export interface FoldContent {
  part: PartName;
  title: string;
  paths: Path[];
  summary: string;
}

const REQUIREMENTS = [
  'firstByteP99',
  'latency',
  'sureness',
  'zones',
  'durability',
  'availability',
  'jurisdiction',
  'budget',
];

export function foldsOf(scenario: ScenarioText): FoldContent[] {
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
      // One size has its own field above.
      paths: [...(classes > 0 ? [['workload', 'objects', 'size']] : []), ['workload', 'writes', 'partSize']],
      summary: classes > 0 ? several(classes, 'class', 'classes') : 'all the same',
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
      summary: points > 0 ? several(points, 'point', 'points') : 'the same at every age',
    },
    {
      part: 'readers',
      title: 'Readers and writer',
      paths: [
        ['workload', 'readers'],
        ['workload', 'writer'],
      ],
      summary: several(readers, 'place reads', 'places read'),
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
      summary: '',
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
      title: 'Prices and the rest',
      paths: [
        ['name'],
        ['asOf'],
        ['knownOn'],
        ['discounts'],
        ['workload', 'operations'],
        ['workload', 'objects', 'growth'],
        ['workload', 'objects', 'standing'],
      ],
      summary: `prices of ${String(at('asOf') ?? '?')}`,
    },
  ];
}

const several = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
