/** Findings on a dataset, for a terminal and as JSON. */
import { describeEvidenceFinding, weightOf } from '#core/findings/evidence-findings.ts';
import type { EvidenceFinding, Weight } from '#core/findings/evidence-findings.ts';
import type { Block } from './table.ts';

const TITLES: Readonly<Record<Weight, string>> = {
  impossible: 'Findings: figures that exclude each other',
  misleading: 'Findings: figures that are easily misread',
  limited: 'Findings: figures that say less than they seem to',
};
const WEIGHTS = Object.keys(TITLES) as Weight[];

type FindingJson = EvidenceFinding & { weight: Weight; message: string };

export function findingJson(finding: EvidenceFinding): FindingJson {
  return { ...finding, weight: weightOf(finding), message: describeEvidenceFinding(finding) };
}

/** One list for each weight that there is. */
export function findingBlocks(findings: readonly EvidenceFinding[]): Block[] {
  return WEIGHTS.flatMap((weight): Block[] => {
    const own = findings.filter((finding) => weightOf(finding) === weight);
    return own.length === 0
      ? []
      : [{ kind: 'list', title: TITLES[weight], items: own.map(describeEvidenceFinding) }];
  });
}

/** `7 findings (2 impossible, 5 limited)` */
export function tally(findings: readonly { weight: Weight; message: string }[]): string {
  const distinct = [...new Map(findings.map((one) => [one.message, one.weight])).values()];
  const each = WEIGHTS.flatMap((weight) => {
    const count = distinct.filter((one) => one === weight).length;
    return count === 0 ? [] : [`${count} ${weight}`];
  });
  return `${distinct.length} ${distinct.length === 1 ? 'finding' : 'findings'} (${each.join(', ')})`;
}
