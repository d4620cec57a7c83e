import { expect, test } from 'vitest';
import defaults from '#core/scenario/defaults/1.json';
import { applyToDefaults, differenceFromDefaults, withoutDefaults } from '#core/scenario/difference.ts';
import { parseScenario } from '#core/scenario/parse-scenario.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { aScenario } from '#tests/helpers/aScenario.ts';

test.each([1, 2, 3])('the frozen defaults of model %i say what the schema fills in', (model) => {
  const bare = {
    model,
    stowage: 1,
    asOf: '2026-11-20',
    stores: ['aws/s3-standard@us-east-1'],
    workload: {
      objects: { size: '1 MB', arrivals: '1/day' },
      readers: [{ at: 'aws/us-east-1', share: 1 }],
      writer: 'aws/us-east-1',
    },
  };
  expect(parseScenario(applyToDefaults(bare))).toEqual(parseScenario(bare));
});

test('what equals the defaults is not said', () => {
  expect(differenceFromDefaults(defaults as ScenarioText)).toBe('{}');
  expect(differenceFromDefaults({ ...(defaults as ScenarioText), name: 'Mine' })).toBe('{"name":"Mine"}');
});

test('a scenario of today says its model, and of the defaults of today nothing', () => {
  const today = applyToDefaults({ model: 3 }) as ScenarioText;
  expect(today).toMatchObject({ doubt: 'priced', requirements: { sureness: '90 %' } });
  expect(differenceFromDefaults(today)).toBe('{"model":3}');
  const { model: _, ...silent } = today;
  expect(differenceFromDefaults(silent)).toBe('{"model":3}');
});

test('the order in which keys were written does not matter', () => {
  const scenario = aScenario();
  const turned = Object.fromEntries(Object.entries(scenario).toReversed()) as ScenarioText;
  expect(differenceFromDefaults(turned)).toBe(differenceFromDefaults(scenario));
});

test('a file says what is not the default and what it must say', () => {
  const written = {
    ...aScenario({ requirements: { zones: 1, readP99: '800 ms' }, effort: 'none' }),
    model: 3,
  };
  const opened = applyToDefaults(written) as ScenarioText;
  const { model: _, ...file } = written;
  expect(withoutDefaults(opened)).toEqual(file);
  expect(Object.keys(withoutDefaults(opened)).slice(0, 3)).toEqual(['stowage', 'name', 'asOf']);
});

test.each([1, 2, 3])('what a link of model %i leaves to defaults, a file leaves to them too', (model) => {
  const opened = applyToDefaults({ model, workload: { objects: { standing: '1 TB' } } }) as ScenarioText;
  const file = withoutDefaults(opened);
  expect(parseScenario(file)).toEqual(parseScenario(opened));
  expect(Object.keys(file)).toEqual([
    'stowage',
    'asOf',
    'workload',
    'stores',
    ...(model === 3 ? [] : ['model']),
  ]);
});
