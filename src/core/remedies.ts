/** What is said wherever nothing, or no more than nothing, was given: what is wrong, and what to try. */

/** Of a file; `wanted`: what it should hold. */
export const isEmpty = (wanted: string) => `is empty; it should hold ${wanted}: was it written to its end?`;

/** `"0 days" must be above zero; try 7 days`. */
export const mustBeAboveZero = (what: string, example: string) =>
  `${what} must be above zero; try ${example}`;
