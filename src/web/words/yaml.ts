/** Writes plain data as YAML: block style, keys in the order given. Reads back equal under YAML 1.2. */

type Plain =
  string | number | boolean | null | undefined | readonly Plain[] | { readonly [key: string]: Plain };

const PLAIN_TEXT = /^[A-Za-z0-9][A-Za-z0-9 ./%_@+-]*[A-Za-z0-9%]$|^[A-Za-z]$/;
const LOOKS_LIKE_OTHER = /^(true|false|null|yes|no|on|off|[-+]?[\d.][\d_.eE+:-]*|0[xo].*)$/i;

export function toYaml(value: Plain): string {
  return `${block(value, 0).replace(/^\n/, '')}\n`;
}

function block(value: Plain, depth: number): string {
  const pad = '  '.repeat(depth);
  if (isList(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${pad}- ${entry(item, depth + 1)}`).join('');
  }
  if (isMap(value)) {
    const keys = Object.entries(value).filter(([, item]) => item !== undefined);
    if (keys.length === 0) return ' {}';
    return keys.map(([key, item]) => `\n${pad}${scalar(key)}:${block(item, depth + 1)}`).join('');
  }
  return ` ${scalar(value)}`;
}

/** A list item: a map starts on the dash's own line. */
function entry(item: Plain, depth: number): string {
  return block(item, depth).trimStart();
}

function scalar(value: string | number | boolean | null | undefined): string {
  if (value === undefined || value === null) return 'null';
  if (typeof value !== 'string') return String(value);
  return PLAIN_TEXT.test(value) && !LOOKS_LIKE_OTHER.test(value) ? value : JSON.stringify(value);
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);
const isMap = (value: Plain): value is { readonly [key: string]: Plain } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
