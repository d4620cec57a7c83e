/** Ready-made descriptions of many machines that measure one plan, for engines that people have. */
import type { PlanFileText } from '../plan/plan-file.ts';

export interface MachinesAsked {
  /** As the file has it. */
  plan: PlanFileText;
  shards: number;
  /** When all begin to measure, such as 2026-11-20T14:05:00Z; null: as soon as each is ready. */
  startAt: string | null;
  /** Hosts that may have the keys besides the providers' own. */
  trusted: readonly string[];
}

export interface MachineFile {
  name: string;
  text: string;
  isProgram?: boolean;
}

/** Flags of each machine's run, with a blank before each. */
export const runFlags = ({ startAt, trusted }: MachinesAsked) =>
  [
    ...(startAt === null ? [] : [` --start-at ${startAt}`]),
    ...trusted.map((host) => ` --trust-endpoint ${host}`),
  ].join('');

/** YAML without folded lines and anchors, which people read worse. */
export const PLAIN = { lineWidth: 0, aliasDuplicateObjects: false };
