/** A matrix of GitHub Actions: a runner for each shard, and one that merges. It goes into a clone of this repository. */
import { stringify } from 'yaml';
import { KEY_VARIABLES, PLAIN, runFlags } from './machines.ts';
import type { MachineFile, MachinesAsked } from './machines.ts';

const MOST_MATRIX = 256;

export function githubWorkflow(asked: MachinesAsked): MachineFile[] {
  const { plan, shards } = asked;
  if (shards > MOST_MATRIX) throw new RangeError(`a matrix has at most ${MOST_MATRIX} jobs`);
  const setUp = [
    { uses: 'actions/checkout@v4' },
    { uses: 'actions/setup-node@v4', with: { 'node-version': 24 } },
    { run: 'npm ci' },
  ];
  const stowage = 'npm run -s stowage --';
  const workflow = {
    name: 'probe',
    on: { workflow_dispatch: {} },
    permissions: { contents: 'read' },
    jobs: {
      measure: {
        'runs-on': 'ubuntu-latest',
        strategy: {
          'fail-fast': false,
          matrix: { shard: Array.from({ length: shards }, (_, i) => i + 1) },
        },
        env: Object.fromEntries(KEY_VARIABLES.map((name) => [name, `\${{ secrets.${name} }}`])),
        steps: [
          ...setUp,
          {
            run: `${stowage} probe run probe.yaml --shard \${{ matrix.shard }}/${shards}${runFlags(asked)} --out journals/shard-\${{ matrix.shard }}`,
          },
          {
            if: 'always()',
            uses: 'actions/upload-artifact@v4',
            with: { name: 'shard-${{ matrix.shard }}', path: 'journals' },
          },
        ],
      },
      merge: {
        'runs-on': 'ubuntu-latest',
        needs: 'measure',
        if: 'always()',
        steps: [
          ...setUp,
          {
            uses: 'actions/download-artifact@v4',
            with: { pattern: 'shard-*', 'merge-multiple': true, path: 'journals' },
          },
          { run: `${stowage} probe merge journals/* --out datasets/probe-merged` },
          {
            if: 'always()',
            uses: 'actions/upload-artifact@v4',
            with: { name: 'dataset', path: 'datasets/probe-merged' },
          },
        ],
      },
    },
  };
  return [
    { name: '.github/workflows/probe.yaml', text: stringify(workflow, PLAIN) },
    { name: 'probe.yaml', text: stringify(plan, PLAIN) },
  ];
}
