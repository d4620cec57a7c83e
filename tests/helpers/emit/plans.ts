/** Plans to emit: placements of any shape, over the archive's own stores. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Candidate, Plan, Segment } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { emit } from '#emit/emit.ts';
import type { Emission, EmitWanted } from '#emit/emit.ts';
import { EMIT_KIND_NAMES } from '#emit/kinds.ts';
import { askedBy, aCandidate, aLatency, aPlan, aScenarioText } from '#tests/helpers/aPlan.ts';
import { wholeArchive } from '#tests/sources.ts';

export const ARCHIVE = wholeArchive();

export const EXPRESS = 'aws/s3-express-one-zone@us-east-1';
export const STANDARD = 'aws/s3-standard@us-east-1';
export const STANDARD_IA = 'aws/s3-standard-ia@us-east-1';
export const R2 = 'cloudflare/r2-standard@enam';
export const R2_IA = 'cloudflare/r2-infrequent-access@enam';
export const B2 = 'backblaze/b2@us-east';
export const GLACIER = 'aws/s3-glacier-instant-retrieval@us-east-1';
export const STORES = [EXPRESS, STANDARD, STANDARD_IA, GLACIER, R2, R2_IA, B2];

/** From an age in days on, who holds the objects; the first of them answers. */
export type Stretch = readonly [fromDays: number, ...holders: string[]];

/** `to`: the retention, in days. */
export function aPlacement(
  stretches: readonly Stretch[],
  to: number,
  changes: Partial<Candidate> = {},
): Candidate {
  const segments = stretches.map(([fromDays, ...holders], i): Segment => {
    const [server = ''] = holders;
    const toDays = stretches[i + 1]?.[0] ?? to;
    return {
      fromDays,
      toDays,
      holders,
      servers: { 'aws/us-east-1': server, 'internet/europe': server },
      readShare: 1 / stretches.length,
    };
  });
  const stores = [...new Set(segments.flatMap(({ holders }) => holders))];
  return aCandidate({
    id: `age:${stores.join('>')}`,
    stores,
    policy: null,
    segments,
    moves: [],
    read: {
      ...aLatency(),
      firstByteP99Ms: null,
      firstByteP99BandMs: null,
      firstByteGrade: 'missing',
      byPlace: [
        { place: 'aws/us-east-1', share: 0.3, servedBy: [], ...aLatency() },
        { place: 'internet/europe', share: 0.7, servedBy: [], ...aLatency() },
      ],
    },
    ...changes,
  });
}

export interface Asked extends Partial<Omit<EmitWanted, 'plan'>> {
  scenario?: Partial<ScenarioText>;
  /** Days; null: kept for ever. */
  retention?: number | null;
  placement?: Partial<Candidate>;
  switchPoints?: SwitchPoint[];
}

export function planWith(
  candidate: Candidate,
  { scenario = {}, retention = 90, switchPoints = [] }: Asked = {},
): Plan {
  const base = aScenarioText();
  return aPlan({
    scenario: {
      ...base,
      workload: {
        ...base.workload,
        objects: {
          size: '4 MB',
          arrivals: '11M/day',
          retention: retention === null ? 'forever' : `${retention * 24} h`,
        },
        reads: { rate: '33M/day' },
      },
      ...scenario,
    },
    candidates: [candidate],
    recommendation: { id: candidate.id, reasons: [], saving: null, against: null },
    bestIf: null,
    switchPoints,
  });
}

export function emitted(stretches: readonly Stretch[], asked: Asked = {}): Emission {
  const { retention = 90 } = asked;
  const candidate = aPlacement(stretches, retention ?? 365, asked.placement);
  const plan = planWith(candidate, asked);
  return emit(askedBy(plan, ARCHIVE), {
    id: null,
    kinds: EMIT_KIND_NAMES,
    keyDate: null,
    prefix: '',
    ...asked,
    plan,
  });
}

export function textOf({ files }: Emission, name: string): string {
  const found = files.find((file) => file.path === name);
  if (!found) throw new Error(`no ${name} among ${files.map((file) => file.path).join(', ')}`);
  return found.text;
}

export const jsonOf = (emission: Emission, name: string): unknown => JSON.parse(textOf(emission, name));

/** The commands of a section of the guide, or of the step that begins with these words. */
export function commandsOf(guide: string, title: string): string[] {
  const after = guide.slice(guide.indexOf(title));
  const [, script = ''] = /```sh\n(.*?)```/s.exec(after.split('\n## ')[0] ?? '') ?? [];
  return script.split('\n').slice(0, -1);
}

/** Writes an emission into a folder. */
export function unpack(emission: Emission, folder: string): void {
  for (const file of emission.files) {
    mkdirSync(path.dirname(path.join(folder, file.path)), { recursive: true });
    writeFileSync(path.join(folder, file.path), file.text, { mode: file.runs ? 0o755 : 0o644 });
  }
}
