/** `stowage.yaml`: what holds for all scenarios of a repository or of a person, where a scenario does not say it itself. */
import * as z from 'zod/mini';
import { said } from '../said.ts';
import { ScenarioFile } from './scenario.ts';

const { stores, discounts, currency, fx } = ScenarioFile.shape;

/** What a scenario may take from it. */
export const SCENARIO_KEYS = ['stores', 'discounts', 'currency', 'fx'] as const;

export const ConfigFile = z.strictObject({
  stores,
  discounts,
  currency,
  fx,
  base: said(
    'Page that "stowage link" puts links on.',
    z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))),
    'https://example.org/stowage/',
  ),
});
