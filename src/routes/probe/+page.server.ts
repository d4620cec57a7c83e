import { loadArchive } from '#catalog/from-files.ts';
import { lastRecorded } from '#core/pricing/archive.ts';
import { presetCosts } from '#probe/costs/preset-costs.ts';
import { PRESETS, PRESET_NAMES } from '#probe/plan/presets.ts';

const NEAR = 'aws/us-east-1';

/** At the prices of the newest edition recorded. */
export function load() {
  const archive = loadArchive('.');
  const asOf = lastRecorded(archive);
  return {
    asOf,
    near: NEAR,
    presets: PRESET_NAMES.map((name) => ({ name, title: PRESETS[name].title })),
    rows: presetCosts(archive, asOf, NEAR),
  };
}
