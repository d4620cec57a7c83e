/** Predictions to the readers of a continent or country, who are in several cities: one to each, and their mixture. */
import { itemAt } from '../../at.ts';
import { readersOf } from '../../places/readers.ts';
import { curveOf, distributionOf } from '../distributions/curve.ts';
import { mixture } from '../distributions/mixture.ts';
import { deferred, pointwiseMax, pointwiseMin } from '../distributions/transform.ts';
import { distinct, worseOf } from '../estimates/estimate.ts';
import type { Distribution, Prediction } from '../types.ts';

/** One prediction, and the readers it is to. */
export interface ToCity {
  /** Of all readers. */
  percent: number;
  /** As `roundTrip` knows the city: `internet/europe/London`. */
  from: string;
  of: Prediction;
}

/** `predict` for each city that the readers of a place are in, mixed; null where one of them is. */
export function toReaders(place: string, predict: (from: string) => Prediction | null): Prediction | null {
  const cities = readersOf(place);
  if (cities.length === 0) return predict(place);
  const parts: ToCity[] = [];
  for (const { id, percent } of cities) {
    const of = predict(id);
    if (!of) return null;
    parts.push({ percent, from: id, of });
  }
  return mixed(parts);
}

/** A prediction changed for each city that it is to, by the way from there. */
export function forEachCity(
  prediction: Prediction,
  place: string,
  change: (own: Prediction, from: string) => Prediction,
): Prediction {
  const { cities } = prediction;
  if (!cities) return change(prediction, place);
  return mixed(cities.map((one) => ({ ...one, of: change(one.of, one.from) })));
}

/** One read in `percent` is of the part: p99 is that of all reads together. Steps are told as for the city of most readers. */
function mixed(cities: readonly ToCity[]): Prediction {
  const most = itemAt(cities, 0).of;
  const end = (name: 'low' | 'best' | 'high'): Distribution => {
    const whole = mixture(cities.map(({ percent, of }) => ({ share: percent, of: of[name] })));
    return distributionOf(whole.floorMs, curveOf(whole));
  };
  const best = deferred(() => end('best'));
  const names = cities.map(({ percent, from }) => `${from.slice(from.lastIndexOf('/') + 1)} ${percent}%`);
  const words = `all readers together, weighted by internet users. Steps are those of the first: ${names.join(', ')}`;
  return {
    ...most,
    best,
    low: deferred(() => pointwiseMin(best, end('low'))),
    high: deferred(() => pointwiseMax(best, end('high'))),
    grade: cities.reduce((grade, { of }) => worseOf(grade, of.grade), most.grade),
    evidence: distinct([...new Set(cities.map(({ of }) => of.evidence))].flat()),
    adjustments: [...most.adjustments.filter(({ kind }) => kind !== 'readers'), { kind: 'readers', words }],
    cities,
  };
}
