/** A scenario from YAML that a visitor opens or pastes, or what is wrong with it and in which line. */
import { parseDocument } from 'yaml';
import { linesOf } from '#catalog/yaml-lines.ts';
import { refuseUnbounded } from '#core/bounded.ts';
import { messageOf } from '#core/message-of.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import type { Planner } from '#web/ask/client.ts';
import { AnswerError } from '#web/ask/lane.ts';
import { labelOf } from '#web/form/labels.ts';

const MOST_LETTERS = 262_144;
const BOUNDS = { depth: 12, nodes: 20_000 };
const MOST_ALIASES = 100;

export interface YamlProblem {
  line: number | null;
  message: string;
}

export type Opened = { scenario: ScenarioText } | { problems: YamlProblem[] };

export async function openYaml(text: string, planner: Planner): Promise<Opened> {
  const nowhere = (message: string): Opened => ({ problems: [{ line: null, message }] });
  if (text.trim() === '') return nowhere('There is no text yet: choose a file, or paste one.');
  if (text.length > MOST_LETTERS)
    return nowhere(`The text has ${text.length} letters, and a scenario at most ${MOST_LETTERS}.`);
  const document = parseDocument(text, { prettyErrors: true, stringKeys: true });
  if (document.errors.length > 0)
    return {
      problems: document.errors.map(({ message, linePos }) => ({
        line: linePos?.[0].line ?? null,
        message: message.replace(/ at line \d+, column \d+:[\s\S]*$/, ''),
      })),
    };
  try {
    const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES });
    refuseUnbounded(value, BOUNDS);
    const scenario = await planner.last('filled', { value });
    // What has no link has no answer either: it says what is wrong.
    await planner.last('link', { scenario, answered: null });
    return { scenario };
  } catch (error) {
    if (!(error instanceof AnswerError) || !error.issues) return nowhere(messageOf(error));
    const lineOf = linesOf(text);
    return {
      problems: error.issues.map(({ path, key, message, suggestion }) => ({
        line: path === '' && key === undefined ? null : lineOf(path, key),
        message: `${labelOf(path)}: ${message}${suggestion ? `; did you mean ${suggestion}?` : ''}`,
      })),
    };
  }
}
