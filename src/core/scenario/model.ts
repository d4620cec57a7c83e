/** Of the formulas and the rule with which plans are worked out today. */
export const MODEL = 2;
