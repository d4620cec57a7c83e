/** The JSON Schema of a file, from the schema that reads it: for editors and other tools. */
import * as z from 'zod/mini';
import { FILLED_IN } from './said.ts';
import { QUANTITIES } from './scenario/quantity.ts';

/** Of what a person writes, in draft 7, which editors of YAML know best. */
export function jsonSchemaOf(schema: z.core.$ZodType, title: string): object {
  const made = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-07',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const written = QUANTITIES.get(zodSchema);
      if (written) Object.assign(jsonSchema, { title: written.name, ...spelling(written.plain === true) });
      const { def } = (zodSchema as z.core.$ZodTypes)._zod;
      // zod leaves both out of what is transformed. A default is of the value as read, which is not always as one writes it.
      const examples = z.globalRegistry.get(zodSchema)?.examples;
      if (Array.isArray(examples)) jsonSchema.examples = examples as unknown[];
      delete jsonSchema.default;
      if (def.type === 'default' && z.safeParse(zodSchema, def.defaultValue).success)
        jsonSchema.default = def.defaultValue;
      if (def.type !== 'object') return;
      for (const [key, child] of Object.entries(def.shape)) {
        const own = jsonSchema.properties?.[key];
        const absent = FILLED_IN.get(child as z.core.$ZodType)?.as;
        if (absent === undefined || typeof own !== 'object') continue;
        own.description = `${z.globalRegistry.get(child as z.core.$ZodType)?.description ?? ''} Absent: ${absent}.`;
        jsonSchema.required = jsonSchema.required?.filter((one) => one !== key) ?? [];
      }
    },
  });
  const { $schema, ...rest } = made;
  return { $schema, title, ...rest };
}

/** A number with its unit, or 0; a number alone where that is understood. */
function spelling(isPlain: boolean): Pick<z.core.JSONSchema.BaseSchema, 'anyOf'> {
  return {
    anyOf: isPlain
      ? [{ type: 'string' }, { type: 'number' }]
      : [{ type: 'string', pattern: '[A-Za-z]' }, { const: 0 }],
  };
}
