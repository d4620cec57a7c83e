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

/** Names of the variables that hold keys, as the usual chains have them. */
export const KEY_VARIABLES = [
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_ENDPOINT_URL',
  'AZURE_STORAGE_CONNECTION_STRING',
  'GOOGLE_APPLICATION_CREDENTIALS',
] as const;

/** Flags of each machine's run, with a blank before each. */
export const runFlags = ({ startAt, trusted }: MachinesAsked) =>
  [
    ...(startAt === null ? [] : [` --start-at ${startAt}`]),
    ...trusted.map((host) => ` --trust-endpoint ${host}`),
  ].join('');

/** YAML without anchors and folded lines, which people read worse. */
export const PLAIN = { lineWidth: 0, aliasDuplicateObjects: false };
