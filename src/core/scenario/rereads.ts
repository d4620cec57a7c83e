/** Re-reads in a scenario: the time between reads of an object, as a law or as shares by time. */
import * as z from 'zod/mini';
import { said } from '../said.ts';
import { parseGapLaw } from '../rereads/law-text.ts';
import type { GapLaw } from '../rereads/law-text.ts';
import { HOURS_PER_DAY, UnitError, parseDays } from '../units.ts';
import { Share } from './quantity.ts';

/** Cumulative: the share that comes within so long. */
export interface GapPoint {
  hours: number;
  share: number;
}

const Law = z.pipe(
  z.string().check(z.maxLength(80), z.meta({ examples: ['lomax:1.5:2h'] })),
  z.transform((text: string, context): GapLaw => {
    try {
      return parseGapLaw(text);
    } catch (error) {
      if (!(error instanceof UnitError)) throw error;
      context.issues.push({ code: 'custom', message: error.message, input: text });
      return { law: 'exponential', meanHours: 1 };
    }
  }),
);

const MOST_POINTS = 60;

const Points = z.pipe(
  z.record(z.string().check(z.maxLength(40)), Share),
  z.transform((points: Record<string, number>, context): GapPoint[] => {
    const refuse = (message: string) => context.issues.push({ code: 'custom', message, input: points });
    const parsed: GapPoint[] = [];
    for (const [gap, share] of Object.entries(points)) {
      const hours = hoursOf(gap);
      if (hours > 0) parsed.push({ hours, share });
      else refuse(`"${gap}" is not a time between two reads; try "6 hours"`);
    }
    parsed.sort((a, b) => a.hours - b.hours);
    for (const [i, { share }] of parsed.entries()) {
      const before = parsed[i - 1]?.share ?? 0;
      if (share < before) refuse(`cumulative shares must not fall: ${share} follows ${before}`);
    }
    if (parsed.length === 0) refuse('say what share of reads comes within a time, such as { 1 day: 0.6 }');
    if (parsed.length > MOST_POINTS) refuse(`has ${parsed.length} times, and at most ${MOST_POINTS} fit`);
    return parsed;
  }),
);

function hoursOf(text: string): number {
  try {
    return parseDays(text) * HOURS_PER_DAY;
  } catch {
    return NaN;
  }
}

const Gaps = z.union([Law, Points]);

const RereadsInFull = z.strictObject({
  gaps: said('Time between two reads of an object: a law, or the share of all reads within a time.', Gaps, {
    '1 hour': 0.2,
    '1 day': 0.6,
  }),
  first: said(
    'With a law: share of reads that are the first of their object. Absent: every object that arrives is read.',
    z.optional(Share),
  ),
  afterWrite: said(
    'Share of written objects that are first read within a time, or a law.',
    z.optional(Gaps),
    {
      '1 hour': 0.3,
    },
  ),
  since: said(
    'What the points count from: the last read, or the last read or write (touch).',
    z._default(z.enum(['read', 'touch']), 'read'),
  ),
});

export const Rereads = z.union([
  z.pipe(
    Law,
    z.transform((gaps): Authored => ({ gaps, since: 'read' })),
  ),
  RereadsInFull,
]);

type Authored = z.output<typeof RereadsInFull>;
export type Rereads = Authored;
