/** The currency of a plan's totals, for what is worded beside them. */
import { COMMON_CURRENCY } from '../pricing/currency.ts';
import type { Plan } from './plan-types.ts';

/** `USD` where the plan has no candidate. */
export const currencyOf = ({ candidates }: Pick<Plan, 'candidates'>): string =>
  candidates[0]?.monthly.currency ?? COMMON_CURRENCY;
