/** What is said of the CDN in front, as no file sets one up. */
import { expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { plan } from '#core/placement/plan.ts';
import { ask } from '#core/question.ts';
import { emit } from '#emit/emit.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();
const CDNS = archive.stores.filter((store) => archive.editions(store).at(-1)?.kind === 'cdn');

it.each(CDNS)('%s has a page that says how a bucket becomes its origin', (cdn) => {
  const question = ask(
    {
      stowage: 1,
      name: 'Photos',
      asOf: '2026-11-20',
      workload: {
        objects: { size: '1 MiB', standing: '1 TiB' },
        reads: { rate: '10k/day' },
        readers: [{ at: 'internet/DE', share: 1, via: cdn, hitRatio: 0.85 }],
        writer: 'aws/us-east-1',
      },
      stores: ['cloudflare/r2-standard@weur'],
    },
    { archive, evidence: evidenceBase([]) },
  );
  const { notes } = emit(question, { plan: plan(question), id: null, kinds: [], keyDate: null });
  const { title, setUp = '' } = archive.facts(cdn) ?? {};
  expect(setUp).toMatch(/^https:/);
  expect(notes).toContain(
    `Readers come through ${title ?? ''}. No file here sets it up: make store1 its origin (${setUp}). The plan counts on a hit ratio of 85%.`,
  );
});
