/** The one way an edition is written, so that a difference between two files is a difference of facts. */
import { Document, isCollection, isMap, isScalar, visit } from 'yaml';
import type { Node, Pair, YAMLMap } from 'yaml';

/** Keys in the order a reader wants them; keys of records (regions, classes) keep the author's order. */
// prettier-ignore
const ORDER = [
  'title',
  'short',
  'lifecycle',
  'latencyLike',
  'promises',
  'replication',
  'invoice',
  'priceList',
  'copies',
  'timed',
  'from',
  'to',
  'meter',
  'kind',
  'currency',
  'gigabyte',
  'month',
  'precision',
  'until',
  'confirmed',
  'recorded',
  'supersedes',
  'confidence',
  'zones',
  'durability',
  'sla',
  'placement',
  'byNameOnly',
  'places',
  'transitionsTo',
  'transitionAfterDays',
  'transitionFromBytes',
  'pool',
  'destinations',
  'areas',
  'operations',
  'class',
  'isDefault',
  'header',
  'classes',
  'failed',
  'billed',
  'rules',
  'restoreHours',
  'serves',
  'storage',
  'accessTiers',
  'requests',
  'upload',
  'retrieval',
  'egress',
  'internet',
  'same-region',
  'other-zone',
  'cdn',
  'other-region',
  'partner',
  'transition',
  'monitoring',
  'segments',
  'buckets',
  'replication',
  'subscription',
  'minimum',
  'billedCopies',
  'billedWrites',
  'conflict',
  'id',
  'url',
  'retrieved',
  'averaging',
  'name',
  'unreadHours',
  'amount',
  'perDay',
  'perHour',
  'timesStored',
  'quantum',
  'bytes',
  'minimumObjectBytes',
  'overheadBytesPerObject',
  'minimumHours',
  'earlyDeleteOn',
  'softDeleteHours',
  'aboveBytesPerRequest',
  'perBytes',
  'fairUseTimesStored',
  'upTo',
  'price',
  'prorated',
  'includes',
  'counts',
  'group',
  'tiers',
  'default',
  'except',
  'quantity',
  'applies',
  'value',
  'onRequest',
  'scope',
  'free',
  'source',
  'note',
  'limits',
  'regions',
  'sources',
  'notes',
];
const RANK = new Map(ORDER.map((key, i) => [key, i]));
const WIDTH = 110;

/** YAML text of an edition's or transfer table's plain value: fixed key order, short collections on one line. */
export function formatEdition(value: unknown): string {
  const document = new Document(value, { version: '1.2', aliasDuplicateObjects: false });
  visit(document, {
    Map(_, map) {
      if (ranked(map)) map.items.sort((a, b) => rankOf(a) - rankOf(b));
    },
  });
  visit(document, {
    Collection(_, collection, path) {
      const depth = path.filter(isCollection).length;
      const text = oneLine(collection);
      collection.flow = depth > 0 && text !== undefined && text.length + 2 * depth + keyLength(path) <= WIDTH;
    },
  });
  return document.toString({ lineWidth: WIDTH, flowCollectionPadding: true });
}

/** Records of regions or classes are not ranked: their keys are names, even where one looks like ours. */
function ranked(map: YAMLMap): boolean {
  return map.items.some((pair) => RANK.has(nameOf(pair)));
}

function nameOf(pair: Pair): string {
  return isScalar(pair.key) ? String(pair.key.value) : '';
}

function rankOf(pair: Pair): number {
  return RANK.get(nameOf(pair)) ?? ORDER.length;
}

function keyLength(path: readonly unknown[]): number {
  const above = path.at(-1);
  return above && typeof above === 'object' && 'key' in above ? nameOf(above as Pair).length + 2 : 2;
}

/** A collection of scalars and of at most one level of such collections, as it would stand on one line. */
function oneLine(collection: Node, levels = 2): string | undefined {
  if (isScalar(collection)) return String(collection.value);
  if (!isCollection(collection) || levels === 0) return undefined;
  const parts = collection.items.map((item) => {
    if (isMap(collection)) {
      const pair = item as Pair;
      const value = oneLine(pair.value as Node, levels - 1);
      return value === undefined ? undefined : `${nameOf(pair)}: ${value}`;
    }
    return oneLine(item as Node, levels - 1);
  });
  return parts.includes(undefined) ? undefined : `[ ${parts.join(', ')} ]`;
}
