/** What an alert is, and what all of them know. */
import type { Candidate } from '#core/report/plan-types.ts';
import type { SwitchPoint } from '#core/report/switch-types.ts';
import type { Scenario } from '#core/scenario/scenario.ts';
import type { Course } from './course-types.ts';

export interface Alert {
  name: string;
  expr: string;
  /** How long it must hold. */
  for: string;
  labels: Record<string, string>;
  /** Else a warning. */
  isCritical?: boolean;
  summary: string;
  description: string;
}

/** Points by which a share may be off before another plan is worth asking for. */
export const SHARE_DRIFT = 0.1;

export interface AlertSources {
  course: Course;
  candidate: Candidate;
  scenario: Scenario;
  /** Of the input that reads are, where another plan becomes the best; empty where none was looked for. */
  switchPoints: readonly SwitchPoint[];
}

export const AGAIN = 'Plan again with the measured value.';
