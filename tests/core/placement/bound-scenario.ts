import { evidenceBase } from '#core/latency/evidence-base.ts';
import { mixture } from '#core/latency/mixture.ts';
import { latencyGrid } from '#core/placement/latency-grid.ts';
import { planContext } from '#core/placement/plan-context.ts';
import type { Archive } from '#core/pricing/archive.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { Chance } from '../../simulator/chance.ts';
import { smallScenario } from './brute-force.ts';

const evidence = evidenceBase([]);

/** Small scenarios with latencies of their own, half of them with a limit that some mixture of two stores keeps, so that an age must not be passed. */
export function boundScenario(seed: number, archive: Archive): ScenarioText {
  const { text } = smallScenario(seed);
  const chance = new Chance(seed + 4711);
  const refs = text.stores === undefined || text.stores === 'all' ? [] : text.stores;
  const latencies = refs.map((_, i) => {
    const p50 = chance.around(4, 30) * 5 ** i;
    return { p50: `${p50.toPrecision(4)} ms`, p99: `${(p50 * chance.around(1.5, 4)).toPrecision(4)} ms` };
  });
  const assume: ScenarioText['assume'] = Object.fromEntries(
    refs.map((ref, i) => [ref, { GET: latencies[i] }]),
  );
  const wanted = { ...text, assume };
  if (chance.happens(0.4)) return wanted;
  const free = planContext(ScenarioFile.parse(wanted), archive, evidence);
  const grid = latencyGrid(free, evidence);
  const share = chance.between(0.5, 0.98);
  const [young, old] = chance.some([...free.stores.keys()], 2).sort((a, b) => a - b);
  const parts = [young, old].flatMap((s, i) => {
    const one = grid.read(s ?? 0, 0, 0, 'total');
    return one ? [{ share: i === 0 ? share : 1 - share, of: one.high }] : [];
  });
  const readP99 = `${(mixture(parts).quantile(0.99) * chance.between(1, 1.1)).toPrecision(6)} ms`;
  return { ...wanted, requirements: { readP99 } };
}
