/**
 * Scenario ⇄ permalink: `s=1.` and base64url of raw deflate of the difference from the frozen defaults. It travels in
 * a URL's fragment, so nothing reaches a server. Whatever arrives is bounded and read strictly.
 */
import { deflateSync, inflateSync } from 'fflate';
import { BoundsError, refuseUnbounded } from '#core/bounded.ts';
import { applyToDefaults, differenceFromDefaults } from '#core/scenario/difference.ts';
import { ScenarioFile } from '#core/scenario/scenario.ts';
import { ScenarioError } from '#core/scenario/scenario-error.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import { withUnits } from '#core/scenario/with-units.ts';
import type { Answered } from '#core/report/link-says.ts';
import type { ReadScenario, Scenario, ScenarioText } from '#core/scenario/scenario.ts';
import { answerIn, writtenAnswer } from './answered.ts';
import { fromBase64url, toBase64url } from './base64url.ts';

/** A link that does not open, with the reason in words. */
export class LinkError extends Error {
  override name = 'LinkError';
}

const VERSION = 1;
const LONGEST_LINK = 32_768;
const LARGEST_TEXT_BYTES = 262_144;
const BOUNDS = { depth: 12, nodes: 20_000 };
const REMEDY = 'copy the whole link again, from "#s=" to its end';

export interface OpenedLink extends ReadScenario {
  /** What the link says that it answered; no figure of ours. */
  answered: Answered | null;
  /** A sentence on a part of the link that was ignored. */
  note: string | null;
}

/**
 * The fragment `s=1.…`. The scenario should be pinned first (`pinScenario`), or its link follows the prices of the day.
 * `answered`: what was recommended, which the link then says.
 */
export function encodePermalink(scenario: ScenarioText, answered: Answered | null = null): string {
  const changes = differenceFromDefaults(scenario);
  const { stores = 'all', copies = [], workload } = scenario;
  const cdns = workload.readers.flatMap(({ via = [] }) => via);
  const a = answered && writtenAnswer(answered, { stores, copies, cdns });
  const all = a ? JSON.stringify({ a, ...(JSON.parse(changes) as object) }) : changes;
  return `s=${VERSION}.${toBase64url(deflateSync(new TextEncoder().encode(all), { level: 9 }))}`;
}

/** The scenario in a fragment (`s=1.…`, `#s=1.…`) or a whole URL, every default spelt out. Throws `LinkError`. */
export function decodePermalink(link: string): OpenedLink {
  if (link.length > LONGEST_LINK)
    throw new LinkError(`the link has ${link.length} characters; the longest allowed is ${LONGEST_LINK}`);
  const match = /^(?:[^#]*#)?s=(\d{1,4})\.([^&\s]*)(?:&\S*)?\s*$/.exec(link);
  if (!match) throw new LinkError(`no scenario in this link (a link ends in "#s=1." and letters); ${REMEDY}`);
  if (Number(match[1]) !== VERSION)
    throw new LinkError(
      `the link is of version ${match[1]}, and this Stowage reads version ${VERSION}; update Stowage`,
    );
  const { a, ...changes } = changesIn(match[2] ?? '');
  const text = withUnits(applyToDefaults(changes), ScenarioFile);
  const scenario = validScenario(text);
  const cdns = scenario.workload.readers.flatMap(({ viaAny = [] }) => viaAny);
  const answered = answerIn(a, { ...scenario, cdns });
  const note =
    a === undefined || answered
      ? null
      : 'What this link says that it answered cannot be read, and is ignored.';
  return { text: text as ScenarioText, scenario, answered, note };
}

function validScenario(text: unknown): Scenario {
  try {
    return parseScenario(text);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    throw new LinkError(`the scenario in the link is not valid:\n${error.message}`);
  }
}

/** `a` is whatever stands there. */
function changesIn(letters: string): { a?: unknown; [key: string]: unknown } {
  const bytes = fromBase64url(letters);
  if (!bytes || bytes.length === 0) throw new LinkError(`the link is damaged or cut short; ${REMEDY}`);
  const text = inflated(bytes);
  let changes: unknown;
  try {
    changes = JSON.parse(text);
  } catch {
    throw new LinkError(`the link is damaged or cut short; ${REMEDY}`);
  }
  if (changes === null || typeof changes !== 'object' || Array.isArray(changes))
    throw new LinkError(`the link holds no scenario; ${REMEDY}`);
  try {
    refuseUnbounded(changes, BOUNDS);
  } catch (error) {
    if (!(error instanceof BoundsError)) throw error;
    throw new LinkError(`the link is refused: ${error.message}`);
  }
  return { ...changes };
}

function inflated(bytes: Uint8Array): string {
  let out: Uint8Array;
  try {
    // fflate stops silently when the buffer is full, so one byte too many is the sign of too much.
    out = inflateSync(bytes, { out: new Uint8Array(LARGEST_TEXT_BYTES + 1) });
  } catch {
    throw new LinkError(`the link is damaged or cut short; ${REMEDY}`);
  }
  if (out.length > LARGEST_TEXT_BYTES)
    throw new LinkError(`the link unpacks to more than ${LARGEST_TEXT_BYTES / 1024} KiB and is refused`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(out);
  } catch {
    throw new LinkError(`the link is damaged or cut short; ${REMEDY}`);
  }
}
