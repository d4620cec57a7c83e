/** Shares that make up a whole. */
import * as z from 'zod/mini';

const sumOf = (parts: readonly { share: number }[]) => parts.reduce((sum, { share }) => sum + share, 0);

/** A check of a list, called `what` where its shares do not sum to 1. */
export const sharesSumToOne = (what: string) =>
  z.refine<{ share: number }[]>((parts) => Math.abs(sumOf(parts) - 1) < 1e-6, {
    error: ({ input }) =>
      `shares of ${what} must sum to 1; these sum to ${Number(sumOf(input as { share: number }[]).toPrecision(6))}`,
  });
