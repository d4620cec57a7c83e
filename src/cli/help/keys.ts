/** `stowage help scenario`: every key of a file, from its JSON Schema. */
import { flow } from '#core/text/flow.ts';
import { formsOf, schemaNodes, type SchemaNode } from '#core/json-schema.ts';

/** A line a key, under the path of the map that holds it: an example of it, what it is for, its type and its default. */
export function keysHelp(schema: object): string {
  const { title = '' } = schema as SchemaNode;
  const groups = new Map<string, [example: string, meaning: string][]>();
  for (const { path, node } of schemaNodes(schema))
    for (const { properties = {}, required = [] } of formsOf(node))
      for (const [key, child] of Object.entries(properties)) {
        const keys = groups.get(path) ?? [];
        groups.set(path, keys);
        const line = keyLine(key, child, required.includes(key));
        if (!keys.some(([example]) => example === line[0])) keys.push(line);
      }
  const told = [...groups].filter(
    ([path, keys]) => !path.endsWith('[]') || String(groups.get(path.slice(0, -2))) !== String(keys),
  );
  return [
    title,
    ...told.flatMap(([path, keys]) => {
      const width = Math.min(40, Math.max(...keys.map(([example]) => example.length)));
      return [
        '',
        ...(path === '' ? [] : [path.replaceAll('*', 'NAME')]),
        ...keys.map(([example, meaning]) => `  ${example.padEnd(width)}  ${meaning}`),
      ];
    }),
    '',
  ].join('\n');
}

function keyLine(key: string, child: SchemaNode, isRequired: boolean): [example: string, meaning: string] {
  const example = exampleOf(child);
  const standing = isRequired
    ? 'required'
    : child.default !== undefined && typeof child.default !== 'object'
      ? `default ${String(child.default)}`
      : undefined;
  const type = typeOf(child);
  return [
    example === undefined ? `${key}:` : `${key}: ${example}`,
    `${child.description ?? ''} (${[type, ...(standing === undefined ? [] : [standing])].join(', ')})`.trim(),
  ];
}

function exampleOf(one: SchemaNode): string | undefined {
  const branches = one.anyOf ?? [];
  const value =
    one.examples?.[0] ??
    (typeof one.default === 'object' ? undefined : one.default) ??
    one.const ??
    one.enum?.[0] ??
    branches.map((branch) => branch.examples?.[0] ?? branch.const).find((known) => known !== undefined);
  if (value !== undefined && value !== null && !(typeof value === 'object' && isEmpty(value)))
    return flow(value);
  return typeOf(one) === 'true or false' ? 'true' : undefined;
}

const isEmpty = (value: object) => Object.keys(value).length === 0;

function typeOf({ title, type, enum: options, const: only, anyOf }: SchemaNode): string {
  if (title !== undefined) return title;
  if (options) return options.map(String).join(' or ');
  if (only !== undefined) return String(only);
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(' or ');
  const names: Record<string, string> = {
    object: 'map',
    array: 'list',
    boolean: 'true or false',
    string: 'text',
    integer: 'whole number',
    null: 'nothing',
  };
  return [type ?? []]
    .flat()
    .map((name) => names[name] ?? name)
    .join(' or ');
}
