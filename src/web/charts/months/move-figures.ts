/** What a move costs once, by step and group of meters, and its months as rows. */
import { figureOf } from '#core/answer/figures/figure.ts';
import type { MigrationAnswer, MigrationStep, Today } from '#core/report/time-types.ts';
import { byGroup } from '#web/words/meters.ts';

const STEPS: Record<MigrationStep, string> = {
  copy: 'The copy',
  'double-running': 'Both kept and written',
  leaving: 'Leaving the old place',
};

export const moveParts = ({ oneOff }: MigrationAnswer) =>
  (Object.keys(STEPS) as MigrationStep[]).flatMap((step) =>
    byGroup(oneOff.lines.filter((line) => line.step === step)).map((part) => ({
      step: STEPS[step],
      ...part,
    })),
  );

export function moveFigure(migration: MigrationAnswer, { months, currency }: Today) {
  const rows: [what: string, when: string, amount: number][] = [
    ...moveParts(migration).map(({ step, group, amount }): [string, string, number] => [
      `${step}: ${group.name.toLowerCase()}`,
      'once',
      amount,
    ]),
    ['move, total', 'once', migration.oneOff.total],
    ...migration.balance.map((amount, m): [string, string, number] => [
      'saved so far, less the move',
      `by the end of ${months[m]?.month ?? `month ${m + 1}`}`,
      amount,
    ]),
    ['moving back out', 'once', migration.exitCost],
  ];
  return figureOf(
    rows,
    [
      { title: 'what', of: ([what]) => what },
      { title: 'when', of: ([, when]) => when },
      { title: 'amount', key: currency, kind: 'cents', of: ([, , amount]) => amount },
    ],
    { currency },
  );
}
