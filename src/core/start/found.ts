/** What a file that people have says of their workload: for `stowage init FILE` and for a drop on the Plan page. */
import type { ScenarioText } from '../scenario/scenario.ts';

/** What a file may not know, and somebody has to say. */
export const ASKS = {
  size: { label: 'Object size', why: 'no invoice says how large an object is', example: '3 MB' },
  stored: { label: 'Stored', why: 'the file does not say how much is stored', example: '300 TB' },
  reads: { label: 'Reads', why: 'the file does not say how much is read', example: '10M/month' },
  sent: { label: 'Sent out in a month', why: 'the file does not say how much is sent', example: '20 TB' },
  from: { label: 'Readers', why: 'the file does not say where readers are', example: 'internet/europe' },
} as const;
export type Ask = keyof typeof ASKS;
export type Answers = Readonly<Partial<Record<Ask, string>>>;

export interface Started {
  /** Without `asOf`: of the newest known prices. */
  scenario: Omit<ScenarioText, 'asOf'>;
  /** What was assumed or left out, a sentence each. */
  notes: string[];
}

export interface Found {
  /** What was read, a sentence. */
  words: string;
  asks: readonly Ask[];
  /** `answers` has each of `asks`. Throws `UnitError` and `ProfileError`. */
  scenarioWith(answers: Answers): Started;
}
