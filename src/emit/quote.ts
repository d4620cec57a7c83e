/** Text from outside inside other languages: names come from scenarios and flags, and must stay text. */

/** One line without control characters, for comments and descriptions. */
export function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
}

/** A word of a POSIX shell. */
export function shell(text: string): string {
  return /^[A-Za-z0-9_./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A quoted template of HCL without templates in it. */
export function hcl(text: string): string {
  // eslint-disable-next-line no-control-regex
  const inside = text.replace(/["\\\u0000-\u001f\u007f]|[$%](?=\{)/g, (letter) => {
    if (/[$%]/.test(letter)) return letter + letter;
    return /["\\]/.test(letter) ? `\\${letter}` : `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `"${inside}"`;
}

/** A double-quoted scalar of YAML, which takes what JSON takes. */
export function yaml(text: string): string {
  return JSON.stringify(text)
    .replaceAll('\u007f', '\\u007f')
    .replaceAll('\u0085', '\\u0085')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** A string of PromQL. */
export function promql(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`;
}

/** Text inside a Go template, such as an annotation of an alert. */
export function template(text: string): string {
  return oneLine(text).replaceAll('{{', '{{"{{"}}');
}

/** A value of a systemd unit, where % begins a specifier. */
export function unit(text: string): string {
  return oneLine(text).replaceAll('%', '%%').replaceAll('\\', '\\\\');
}

/** A cell of a Markdown table, or a sentence outside code. Between two `$` GitHub reads formulas, but not behind the `$` of an amount. */
export function markdown(text: string): string {
  return oneLine(text).replace(/[\\`*_[\]<>|#&~{]|\$(?!\d)/g, '\\$&');
}
