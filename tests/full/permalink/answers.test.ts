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
  recommendation: string | null;
  bestIf: string | null;
  plans: Record<string, { total: number; p99Ms: number | null; feasible: string }>;
}

const FIXTURE = new URL('../../fixtures/permalink-answers.yaml', import.meta.url);
const answers = parse(readFileSync(FIXTURE, 'utf8')) as Answer[];
const archive = wholeArchive();
const everything = { datasets: allDatasets(), named: [] };

describe('an old link answers as on its first day', () => {
  for (const { title, link, recommendation, bestIf, plans } of answers) {
    test(title, () => {
      const question = ask(decodePermalink(link).text, { archive, evidence: everything });
      expect(question.missing).toEqual([]);
      const answer = plan(question);
      expect(answer.recommendation?.id ?? null).toBe(recommendation);
      expect(answer.bestIf?.id ?? null).toBe(bestIf);
      for (const [id, { total, p99Ms, feasible }] of Object.entries(plans)) {
        const found = answer.candidates.find((one) => one.id === id);
        expect(found?.monthly.total, id).toBeCloseTo(total, 2);
        expect(found?.feasible, id).toBe(feasible);
        if (p99Ms === null) expect(found?.read.p99Ms, id).toBeNull();
        else expect(found?.read.p99Ms, id).toBeCloseTo(p99Ms, 1);
      }
    });
  }
});
