/** The little XML that S3 answers with: known elements without attributes, read strictly by name. */

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of the first `<name>…</name>`; null without one. */
export function elementText(xml: string, name: string): string | null {
  const start = xml.indexOf(`<${name}>`);
  if (start < 0) return null;
  const end = xml.indexOf(`</${name}>`, start);
  return end < 0 ? null : unescapeXml(xml.slice(start + name.length + 2, end));
}

/** What stands inside each `<name>…</name>`, as it is. */
export function elements(xml: string, name: string): string[] {
  const [, ...parts] = xml.split(`<${name}>`);
  return parts.flatMap((part) => {
    const end = part.indexOf(`</${name}>`);
    return end < 0 ? [] : [part.slice(0, end)];
  });
}

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g, (whole, decimal, hex, name) => {
    const point = decimal ? Number(decimal) : hex ? Number.parseInt(String(hex), 16) : null;
    if (point !== null) return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    return ENTITIES[String(name)] ?? whole;
  });
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
