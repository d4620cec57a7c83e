/** A command parses its scenario and chooses its evidence once, whatever it is asked for besides the plan. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Deps } from '#cli/deps.ts';
import { run } from '#cli/run.ts';
import type { Dataset } from '#core/evidence/dataset.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { encodePermalink } from '#permalink/permalink.ts';
import { anArchive } from '#tests/helpers/an-archive.ts';
import { anEditionFile } from '#tests/helpers/an-edition.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';

const counted = vi.hoisted(() => ({ parses: 0, bases: new Set<object>() }));

vi.mock(import('#core/scenario/scenario.ts'), async (original) => {
  const module = await original();
  const ScenarioFile = new Proxy(module.ScenarioFile, {
    get(schema, key) {
      if (key === 'parse' || key === 'safeParse') counted.parses += 1;
      return Reflect.get(schema, key) as unknown;
    },
  });
  return { ...module, ScenarioFile };
});

vi.mock(import('#core/latency/predict.ts'), async (original) => {
  const module = await original();
  const predictor: typeof module.predictor = (queries, evidence) => {
    counted.bases.add(evidence);
    return module.predictor(queries, evidence);
  };
  return { ...module, predictor };
});

const archive = anArchive({
  'acme/hot/2026-01-01': anEditionFile(),
  'acme/cold/2026-01-01': anEditionFile(),
});
const scenario = aScenario({
  stores: ['acme/hot@us-east-1', 'acme/cold@us-east-1'],
  workload: {
    ...aScenario().workload,
    objects: { size: '4 to 5 MB', arrivals: '1k/day', retention: '90 days' },
  },
  requirements: { zones: 2 },
  horizon: '3 months',
});

const unused = {
  id: 'one',
  status: 'measured',
  harness: { id: 'one' },
  hash: '0',
  measurements: [],
} as unknown as Dataset;

async function stowage(text: ScenarioText, ...argv: string[]): Promise<string> {
  let printed = '';
  const said: string[] = [];
  const deps: Partial<Deps> = {
    cwd: '/',
    env: {},
    home: '/nowhere',
    stdin: () => Promise.resolve(new TextEncoder().encode(JSON.stringify(text))),
    print: (text) => void (printed += text),
    say: (line) => void said.push(line),
    catalog: {
      archive,
      datasets: () => [unused],
      editionsWithNotes: (store) => archive.editions(store),
      transfersWithNotes: (provider) => archive.transfers(provider),
    },
    today: () => '2026-11-23',
  };
  await run(argv, deps as Deps);
  expect(said).toEqual([]);
  expect(printed).not.toBe('');
  return printed;
}

describe('the scenario is parsed once', () => {
  beforeEach(() => {
    counted.parses = 0;
  });

  test.each([
    [
      'a plan with its reasons and switch points',
      ['plan', '-', '--why', '--flips', '--draws', '2', '--json'],
    ],
    ['a plan at the prices of another day', ['plan', '-', '--as-of', '2026-03-01', '--json']],
    ['a plan at two days', ['plan', '-', '--at-today', '--json']],
    ['a plan of a link', ['plan', `#${encodePermalink(scenario)}`, '--json']],
    ['a value solved for', ['solve', '-', '--for', 'reads', '--budget', '100k', '--json']],
    ['a link', ['link', '-']],
    ['files', ['emit', '-', '--plan', 'single:acme/hot@us-east-1', '--json']],
  ])('for %s', async (_what, argv) => {
    await stowage(scenario, ...argv);
    expect(counted.parses).toBe(1);
  });
});

test('evidence is chosen once, so that every prediction is remembered with one base', async () => {
  counted.bases.clear();
  await stowage(
    { ...scenario, datasets: ['not one'], requirements: { zones: 2, readP99: '1 s' } },
    ...['plan', '-', '--why', '--flips', '--draws', '2', '--json'],
  );
  expect(counted.bases.size).toBe(1);
});
