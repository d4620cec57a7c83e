import { coverageFigure } from '#core/answer/figures/held-out.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { heldOut } from '#core/latency/validation/held-out.ts';
import type { HeldOut } from '#core/latency/validation/held-out.ts';
import { coverage, validationVerdict } from '#core/latency/validation/validate.ts';
import type { Run } from '../../command.ts';
import { give } from '../../formats.ts';
import { datasetCalled } from '../../input/datasets-named.ts';

/** The quantiles of all datasets but claims, or of those named, each predicted without the dataset that measured it. */
export const validate: Run = (args, deps) => {
  const all = deps.catalog.datasets();
  const named = args.operands.map((id) => datasetCalled(id, all).id);
  const isAsked = ({ dataset }: HeldOut) => named.length === 0 || named.includes(dataset);
  const quantiles = heldOut(all).filter(isAsked);
  const rows = coverage(quantiles);
  const verdict = validationVerdict(quantiles);
  const figure = coverageFigure(rows, namesInRegions(deps.catalog.archive));
  give(args, deps, {
    json: { rows, verdict, quantiles },
    csv: figure,
    blocks: () => [
      { kind: 'table', table: figure },
      { kind: 'text', text: verdict },
    ],
  });
};
