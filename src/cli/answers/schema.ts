import { jsonSchemaOf } from '#core/json-schema.ts';
import { oneOf } from '../choices.ts';
import type { Run } from '../command.ts';
import { jsonText } from '../formats.ts';
import { SCHEMAS, SCHEMA_NAMES } from '../schemas.ts';

/** The JSON Schema of a file, for an editor. */
export const schema: Run = async (args, deps) => {
  const { title, load } = SCHEMAS[oneOf('schema', args.operands[0] ?? '', SCHEMA_NAMES)];
  deps.print(jsonText(jsonSchemaOf(await load(), title)));
};
