/** The files that people write and the answer that programs read, by name: what `stowage schema` and `validate` know. */
import type * as z from 'zod/mini';

interface Known {
  title: string;
  load: () => Promise<z.core.$ZodType>;
}

export const SCHEMAS = {
  scenario: {
    title: 'A scenario of stowage plan',
    load: async () => (await import('#core/scenario/scenario.ts')).ScenarioFile,
  },
  usage: {
    title: 'A usage, or a list of usages, of stowage bill',
    load: async () => (await import('#core/pricing/bills/usage-file.ts')).UsageFile,
  },
  probe: {
    title: 'What stowage probe measures',
    load: async () => (await import('#probe/plan/plan-file.ts')).PlanFile,
  },
  dataset: {
    title: 'The dataset.yaml of a dataset',
    load: async () => (await import('#core/evidence/dataset.ts')).DatasetFile,
  },
  config: {
    title: 'The stowage.yaml of a repository or a person',
    load: async () => (await import('#core/scenario/config.ts')).ConfigFile,
  },
  answer: {
    title: 'The answer of stowage plan --json to one scenario',
    load: async () => (await import('#core/report/answer-schema.ts')).Answer,
  },
} as const satisfies Record<string, Known>;

export type SchemaName = keyof typeof SCHEMAS;
export const SCHEMA_NAMES = Object.keys(SCHEMAS) as SchemaName[];

/** Those whose keys `stowage help` lists; a probe is a command, whose help names the schema. */
export const FILES_OF_KEYS = [
  'scenario',
  'usage',
  'dataset',
  'config',
  'answer',
] as const satisfies SchemaName[];
