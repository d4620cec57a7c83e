/** Ids of placements taken apart, so that those no answer shows can be put in words. */
interface PlacementId {
  kind: 'single' | 'age' | 'copies' | 'size' | 'popular' | 'mix' | 'cache';
  /** `provider/store@region`, in the order of the id, each once. */
  stores: string[];
  /** Ages, a size, a share or a TTL as they are written: `45d`, `128KiB`, `10%`. Of a mix: none, see `parts`. */
  codes: string[];
  /** How each store is entered, or what else a copy by re-read goes by: `tier`, `dual`, `life`, `through`, `upto-1MB`. */
  how: string[];
  /** Of a mix: what is placed alike, and the stores that hold it one after another. Else none. */
  parts: MixedPart[];
  /**
   * Who answers where it is not the cheapest in time: of each stage with several holders, for each who asks the place of the holder
   * that answers, from 1 (`a` is 10), or 0 for none; once where all stages are alike.
   */
  by: string[];
  /** The CDN of readers that leave it open; null: none. */
  via: string | null;
}

interface MixedPart {
  /** `new`, `old`, `new.128KiB`, `old.10%`. */
  names: string[];
  /** Each from an age on, where it is written; the first from 0. */
  stages: { holders: string[]; from: string | null }[];
}

const REF = String.raw`[a-z\d-]+\/[a-z\d-]+@[a-z\d+-]+`;
const CODE = String.raw`[\d.]+[a-z%]+`;
const WHOLE = new RegExp(
  String.raw`^(single|age|size|popular|cache):(${REF}(?:>${REF})*)((?:@${CODE})*)(?::([a-z\d.,-]+))?$`,
  'i',
);

/** A plus sign may be part of a region; one that joins is followed by a provider. */
const HOLDERS = String.raw`${REF}(?:\+${REF})*`;
const COPIES = new RegExp(`^copies:(${HOLDERS})$`, 'i');
const NAME = String.raw`(?:all|(?:new|old)(?:\.${CODE}){0,2})`;
const PART = new RegExp(`^(${NAME}(?:,${NAME})*)=(${HOLDERS}(?:>${HOLDERS})*)((?:@${CODE})*)$`, 'i');

const END = new RegExp(
  String.raw`^(.*?)(?:~by=([\da-z]+(?:\.[\da-z]+)*))?(?:~via=([a-z\d-]+\/[a-z\d-]+))?$`,
  'i',
);

/** Null for what is no id of a placement. */
export function placementIdOf(text: string): PlacementId | null {
  const [, held = '', by, via = null] = END.exec(text) ?? [];
  const found = heldOf(held);
  return found && { ...found, by: by?.split('.') ?? [], via };
}

type Held = Omit<PlacementId, 'by' | 'via'>;

function heldOf(text: string): Held | null {
  const copies = COPIES.exec(text)?.[1];
  if (copies !== undefined)
    return { kind: 'copies', stores: holdersOf(copies), codes: [], how: [], parts: [] };
  if (text.startsWith('mix:')) return mixOf(text.slice('mix:'.length));
  const [, kind, stores = '', codes = '', how] = WHOLE.exec(text) ?? [];
  if (kind === undefined) return null;
  return {
    kind: kind as PlacementId['kind'],
    stores: stores.split('>'),
    codes: codes.split('@').slice(1),
    how: how?.split(',') ?? [],
    parts: [],
  };
}

const holdersOf = (text: string) => text.split(/\+(?=[^+@]*\/)/);

function mixOf(text: string): Held | null {
  const parts = text.split(';').flatMap(partOf);
  if (parts.length < text.split(';').length) return null;
  const holders = parts.flatMap(({ stages }) => stages.flatMap((stage) => stage.holders));
  return { kind: 'mix', stores: [...new Set(holders)], codes: [], how: [], parts };
}

/** `new=A>A+B>B@1d@7d`; ages may be left out together. */
function partOf(text: string): MixedPart[] {
  const [, names = '', path = '', ages = ''] = PART.exec(text) ?? [];
  const held = path.split('>');
  const codes = ages.split('@').slice(1);
  if (names === '' || (codes.length > 0 && codes.length !== held.length - 1)) return [];
  const stages = held.map((stage, i) => ({ holders: holdersOf(stage), from: codes[i - 1] ?? null }));
  return [{ names: names.split(','), stages }];
}
