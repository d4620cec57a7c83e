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

/** A part of a JSON Schema as it is walked. */
export interface SchemaNode {
  title?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  anyOf?: SchemaNode[];
  items?: SchemaNode | SchemaNode[];
  properties?: Record<string, SchemaNode>;
  required?: string[];
  additionalProperties?: boolean | SchemaNode;
}

/** What the schema describes, from the outermost on, by its path: items of a list are `[]`, free keys `*`. */
export function schemaNodes(node: SchemaNode, path = ''): { path: string; node: SchemaNode }[] {
  const inner = formsOf(node).flatMap(({ properties = {}, items, additionalProperties: free }) => [
    ...Object.entries(properties).flatMap(([key, one]) =>
      schemaNodes(one, path === '' ? key : `${path}.${key}`),
    ),
    ...(items && !Array.isArray(items) ? schemaNodes(items, `${path}[]`) : []),
    ...(typeof free === 'object' ? schemaNodes(free, `${path}.*`) : []),
  ]);
  return [{ path, node }, ...inner];
}

/** It, and what it may be instead. */
export const formsOf = (node: SchemaNode): SchemaNode[] => [node, ...(node.anyOf ?? [])];
