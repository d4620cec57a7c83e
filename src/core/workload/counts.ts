/** Numbers of profiles and inventories, within bounds. */
import * as z from 'zod/mini';

export const Amount = z.number().check(z.gte(0), z.lte(1e24));
export const Count = z.number().check(z.gte(0), z.lte(1e18));
export const Share = z.number().check(z.gte(0), z.lte(1));
/** Of a class; null: the last one, which has no upper end. */
export const UpperEnd = z.union([z.null(), z.number().check(z.positive())]);
/** Six significant figures: what sums of bytes over time are worth. */
export const significant = (value: number) => Number(value.toPrecision(6));
