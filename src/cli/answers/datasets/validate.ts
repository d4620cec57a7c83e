import { coverageFigure } from '#core/answer/figures/held-out.ts';
import { namesInRegions } from '#core/answer/words/in-archive.ts';
import { heldOut } from '#core/latency/validation/held-out.ts';
import type { HeldOut } from '#core/latency/validation/held-out.ts';
import { coverage, validationVerdict } from '#core/latency/validation/validate.ts';
import type { Run } from '../../command.ts';
import { formatOf, jsonText } from '../../formats.ts';
import { datasetCalled } from '../../input/datasets-named.ts';
import { csvText, printBlocks } from '../../render/table.ts';

/** The quantiles of all datasets but claims, or of those named, each predicted without the dataset that measured it. */
export const validate: Run = (args, deps) => {
  const format = formatOf(args, ['table', 'md', 'csv', 'json']);
  const all = deps.catalog.datasets();
  const named = args.operands.map((id) => datasetCalled(id, all).id);
  const isAsked = ({ dataset }: HeldOut) => named.length === 0 || named.includes(dataset);
  const quantiles = heldOut(all).filter(isAsked);
  const rows = coverage(quantiles);
  const verdict = validationVerdict(quantiles);
  const figure = coverageFigure(rows, namesInRegions(deps.catalog.archive));
  if (format === 'json') deps.print(jsonText({ rows, verdict, quantiles }));
  else if (format === 'csv') deps.print(csvText(figure.file));
  else
    printBlocks(
      [
        { kind: 'table', table: figure },
        { kind: 'text', text: verdict },
      ],
      format,
      deps,
    );
  return Promise.resolve({ exit: 0 });
};
