/** Of the formulas and the rule with which plans are worked out today. */
export const MODEL = 3;

/** By model, what it corrected in the bills of the one before: codes for links that were made with that one. */
export const CORRECTED: Readonly<Record<number, readonly string[]>> = {
  3: [
    'rate-per-month',
    'egress-unlisted',
    'account-use',
    'asia-multi-region',
    'price-changed-between',
    'reads-in-vain',
  ],
};
