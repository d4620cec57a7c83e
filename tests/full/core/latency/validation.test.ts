import { describe, expect, it } from 'vitest';
import { heldOut } from '#core/latency/validation/held-out.ts';
import { coverage, validationVerdict, widths } from '#core/latency/validation/validate.ts';
import { aDataset } from '#tests/helpers/datasets.ts';
import { allDatasets } from '#tests/sources.ts';

/** A share counts with so many quantiles. */
const FEWEST = 20;
/** What a band of 90 % is held to. */
const HOLDS = { least: 0.8, most: 0.97 };
/** Widest median ratio of ends at p99: where one source is left, and where two or more agree. */
const WIDEST = { one: 6, agreed: 3 };

const shipped = heldOut(allDatasets());
const kinds = coverage(shipped).filter(({ store, predicted }) => store === null && predicted >= FEWEST);

describe('the datasets shipped, each hidden in turn', () => {
  it('are enough for four kinds of request', () => {
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'total, large, far',
      'total, large, near',
      'total, small, far',
      'total, small, near',
    ]);
  });

  it.each(kinds)(
    'lie in their band as often as it promises: $kind, $inBand of $predicted',
    ({ inBand, predicted }) => {
      expect(inBand / predicted).toBeGreaterThanOrEqual(HOLDS.least);
      expect(inBand / predicted).toBeLessThanOrEqual(HOLDS.most);
    },
  );

  it('have bands that are no wider than they must be', () => {
    const { one, agreed } = widths(shipped);
    expect(one ?? Infinity).toBeLessThanOrEqual(WIDEST.one);
    expect(agreed ?? Infinity).toBeLessThanOrEqual(WIDEST.agreed);
  });

  it('are counted by store: what stores hold adds up to what their kind holds', () => {
    const rows = coverage(shipped);
    for (const all of rows.filter(({ store }) => store === null)) {
      const stores = rows.filter(({ kind, store }) => kind === all.kind && store !== null);
      for (const of of ['heldOut', 'predicted', 'inBand'] as const)
        expect(stores.reduce((sum, one) => sum + one[of], 0)).toBe(all[of]);
    }
  });

  it('come to a sentence with both counts and both widths', () => {
    expect(validationVerdict(shipped)).toMatch(
      new RegExp(
        `^${shipped.length} quantiles.* \\d+% lie in .* × [\\d.]+ where one .* × [\\d.]+ where several`,
      ),
    );
  });
});

describe('what is hidden', () => {
  const measured = (id: string, harness: string, ms: number, store = 'a/b') =>
    aDataset(
      id,
      [
        { statistic: 'p50', value: ms, store },
        { statistic: 'p99', value: 3 * ms, store },
      ],
      { harness: { id: harness, tool: 't', version: null } },
    );
  const medianOf = (all: ReturnType<typeof heldOut>, id: string) =>
    all.find((one) => one.dataset === id && one.statistic === 'p50');

  it('has no part in what is predicted of it', () => {
    const others = [measured('other', 'two', 20), measured('third', 'three', 25)];
    const before = medianOf(heldOut([measured('mine', 'one', 10), ...others]), 'mine');
    const after = medianOf(heldOut([measured('mine', 'one', 1000), ...others]), 'mine');
    expect(after?.predicted).toEqual(before?.predicted);
    expect(after?.measuredMs).toBe(1000);
  });

  it('is the whole harness: two datasets of one do not predict each other', () => {
    const one = medianOf(heldOut([measured('mine', 'one', 10), measured('again', 'one', 10)]), 'mine');
    expect(one?.predicted).toBeNull();
  });

  it('is no claim, and nothing whose place is not named', () => {
    const claim = { ...measured('claim', 'c', 5), status: 'claimed' as const };
    const unnamed = aDataset('unnamed', [{ statistic: 'p50', value: 5, client_place: '' }]);
    expect(heldOut([claim, unnamed])).toEqual([]);
  });

  it('counts as agreed where two p99s that are left lie within a factor of 1.5', () => {
    const left = (second: number) => [measured('two', 'two', 20), measured('three', 'three', second)];
    expect(medianOf(heldOut([measured('mine', 'one', 10), ...left(29)]), 'mine')).toMatchObject({
      sources: 2,
      isAgreed: true,
    });
    expect(medianOf(heldOut([measured('mine', 'one', 10), ...left(40)]), 'mine')).toMatchObject({
      sources: 2,
      isAgreed: false,
    });
  });
});
