import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import { decodePermalink } from '#permalink/permalink.ts';
import { allDatasets, wholeArchive } from '#tests/sources.ts';

interface Answer {
  title: string;
  link: string;
  plans: Record<string, { total: number }>;
}

const FIXTURE = new URL('../../fixtures/permalink-answers.yaml', import.meta.url);
const answers = parse(readFileSync(FIXTURE, 'utf8')) as Answer[];
const archive = wholeArchive();
const everything = { datasets: allDatasets(), named: [] };

describe('an old link bills single stores as on its first day', () => {
  for (const { title, link, plans } of answers) {
    test(title, () => {
      const question = ask(decodePermalink(link).text, { archive, evidence: everything });
      expect(question.missing).toEqual([]);
      const { candidates } = plan(question);
      const singles = Object.entries(plans).filter(([id]) => id.startsWith('single:'));
      expect(singles.length).toBeGreaterThan(0);
      for (const [id, { total }] of singles)
        expect(candidates.find((one) => one.id === id)?.monthly.total, id).toBeCloseTo(total, 2);
    });
  }
});
