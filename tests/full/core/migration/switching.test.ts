/** What a move says of egress that is waived, or will be: rules with their days, by hand. */
import { describe, expect, it } from 'vitest';
import { evidenceBase } from '#core/latency/evidence-base.ts';
import { ask } from '#core/question.ts';
import type { MigrationAnswer } from '#core/report/time-types.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { withMigration } from '#tests/helpers/core/asked.ts';
import { wholeArchive } from '#tests/sources.ts';

const archive = wholeArchive();

function moveOf(from: string, to: string, more: Partial<ScenarioText> = {}): MigrationAnswer {
  const { candidates } = withMigration(
    ask(
      {
        stowage: 1,
        name: 'Move',
        asOf: '2026-11-20',
        month: '720 h',
        workload: {
          objects: { size: '64 MiB', standing: '10 TiB' },
          reads: { rate: '100/day' },
          readers: [{ at: 'internet/DE', share: 1 }],
          writer: 'internet/europe',
        },
        stores: [to],
        current: from,
        horizon: '12 months',
        ...more,
      },
      { archive, evidence: evidenceBase([]) },
    ),
  );
  const move = candidates.find(({ migration }) => migration !== null && migration !== undefined)?.migration;
  if (!move) throw new Error('a plan with today has a move');
  return move;
}

describe('a move out of a cloud', () => {
  it('names what AWS waives on request, and what the Data Act asks in 2027', () => {
    const { switching, words } = moveOf('aws/s3-standard@eu-west-1', 'cloudflare/r2-standard@weur');
    expect(switching.map(({ from, egress }) => [from, egress])).toEqual([
      ['2024-03', 'free on request'],
      ['2024-01-11', 'at cost'],
      ['2027-01-12', 'free'],
    ]);
    // 10 TiB, 100 GB of them free: at $0.09 a GB.
    expect(switching[0]?.amount).toBeCloseTo((10_240 - 100) * 0.09, 0);
    expect(words).toContain(
      'Egress on leaving AWS is free for customers in the European Union from 2027-01-12: EU Data Act, Article 29(1).',
    );
    expect(words.at(-1)).toBe('Write migration.egressWaived: [aws] to leave its $913 out.');
  });

  it('says nothing of a waiver that the scenario counts already', () => {
    const waived = { migration: { egressWaived: ['aws'] } };
    const { switching } = moveOf('aws/s3-standard@eu-west-1', 'cloudflare/r2-standard@weur', waived);
    expect(switching).toEqual([]);
  });

  it('says that the Act is in force, once it is', () => {
    const { words } = moveOf('google/standard@europe-west1', 'cloudflare/r2-standard@weur', {
      asOf: '2027-02-01',
    });
    expect(words).toContain(
      'Egress on leaving Google Cloud is free for customers in the European Union since 2027-01-12: EU Data Act, Article 29(1).',
    );
  });

  it('has no rule where the old store bills no egress', () => {
    expect(moveOf('tigris/standard@global', 'cloudflare/r2-standard@weur').switching).toEqual([]);
  });
});
