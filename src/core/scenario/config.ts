/** `stowage.yaml`: what holds for all scenarios of a repository or of a person, where a scenario does not say it itself. */
import * as z from 'zod/mini';
import { said } from '../said.ts';
import { ScenarioFile } from './scenario.ts';

const { stores, discounts, currency, fx, selfHosted } = ScenarioFile.shape;

/** What a scenario may take from it. */
export const SCENARIO_KEYS = ['stores', 'discounts', 'currency', 'fx', 'selfHosted'] as const;

export const ConfigFile = z.strictObject({
  stores,
  discounts,
  currency,
  fx,
  selfHosted,
  datasets: said(
    'Datasets to use first in every plan, as --dataset takes them. Paths start from this file.',
    z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(1000))).check(z.maxLength(100))),
    ['measured/log-2026', 'run.csv.zst=aws/s3-standard@us-east-1'],
  ),
  base: said(
    'Page that "stowage link" puts links on.',
    z.optional(z.url({ protocol: /^https?$/ }).check(z.maxLength(2000))),
    'https://example.org/stowage/',
  ),
});
