/** Links, loaded when the first is read or written: the rest of the page does without the compression. */
import './no-eval.ts';
import type { Archive } from '#core/pricing/archive.ts';
import type { EvidenceBase } from '#core/latency/evidence-base.ts';
import { pinScenario } from '#core/report/pin.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { LinkError, decodePermalink, encodePermalink } from '#permalink/permalink.ts';
import type { LinkAnswer, OpenAnswer } from './messages.ts';

export function openLink(fragment: string): OpenAnswer {
  try {
    return { kind: 'opened', scenario: decodePermalink(fragment) };
  } catch (error) {
    if (error instanceof LinkError) return { kind: 'failed', message: error.message };
    throw error;
  }
}

/** Throws `ScenarioError`. */
export function writeLink(
  text: ScenarioText,
  sources: { archive: Archive; evidence: EvidenceBase },
): LinkAnswer {
  return { kind: 'link', link: encodePermalink(pinScenario(text, sources)) };
}
