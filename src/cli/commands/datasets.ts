import type { Family } from '../command.ts';
import { JSON_FLAG, TABLE } from '../flags.ts';
export const datasets: Family = {
  summary:
    'the measurements: list, show, what a run costs where there are none, how well they predict each other',
  commands: {
    list: {
      summary: 'the datasets of this build',
      flags: TABLE,
      examples: ['stowage datasets list'],
      load: async () => (await import('../answers/datasets/show.ts')).list,
    },
    known: {
      summary: 'what is known of every store, or of those named, and the run that would measure it',
      usage: '[STORE...]',
      operands: { name: 'stores', least: 0, most: 1000, value: 'STORE' },
      flags: TABLE,
      examples: ['stowage datasets known', 'stowage datasets known backblaze/b2'],
      load: async () => (await import('../answers/datasets/show.ts')).known,
    },
    show: {
      summary: 'one dataset with its measurements',
      usage: 'DATASET',
      operands: { name: 'a dataset ID', least: 1, most: 1, value: 'DATASET' },
      flags: TABLE,
      examples: ['stowage datasets show prisma-2026'],
      load: async () => (await import('../answers/datasets/show.ts')).show,
    },
    check: {
      summary: 'what is wrong in the files of a checkout',
      usage: '[--root FOLDER]',
      flags: { root: ['FOLDER', 'the checkout that holds datasets/ (default: here)'], json: JSON_FLAG },
      examples: ['stowage datasets check'],
      load: async () => (await import('../answers/datasets/check.ts')).check,
    },
    validate: {
      summary: 'how well the datasets predict each other',
      usage: '[DATASET...]',
      operands: { name: 'dataset IDs', least: 0, most: 100, value: 'DATASET' },
      flags: TABLE,
      examples: ['stowage datasets validate macaron-2024'],
      load: async () => (await import('../answers/datasets/show.ts')).validate,
    },
    merge: {
      summary: 'several datasets as one',
      usage: 'FOLDER FOLDER... --out FOLDER',
      operands: { name: 'two datasets', least: 2, most: 1000 },
      flags: {
        out: ['FOLDER', 'where the merged dataset goes, such as datasets/acme-2026; not there yet'],
        json: JSON_FLAG,
      },
      examples: [
        'stowage datasets merge datasets/shard-a datasets/shard-b --out datasets/both-2026  # needs two datasets of yours',
      ],
      load: async () => (await import('../answers/datasets/merge.ts')).merge,
    },
    export: {
      summary: 'a dataset as one file',
      usage: 'DATASET or FOLDER --out FILE',
      operands: { name: 'a dataset', least: 1, most: 1, value: 'DATASET' },
      flags: {
        out: [
          'FILE',
          'the one file that holds the dataset, such as acme-2026.dataset.json; import reads it back',
        ],
        json: JSON_FLAG,
      },
      examples: ['stowage datasets export macaron-2024 --out macaron-2024.dataset.json'],
      load: async () => (await import('../answers/datasets/check.ts')).exportOne,
    },
  },
};
