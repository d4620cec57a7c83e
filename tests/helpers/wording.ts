/** What `plan` says against the rules for words: long sentences, private terms, ids in prose, and slips of templates. */
import type { Block } from '#cli/render/table.ts';

const MOST_WORDS = 25;

/** Words of ours for what has a public name. */
const PRIVATE =
  /\b(beside\b.*\bfrom the start|grade|band|proven|unproven|holder|holders|turned|dearest|in all|asked ≤|left aside|whatever it takes|edition|last seen|unknown, not zero)\b/i;

/** A store, a placement or a place by its id. */
const IDS =
  /\b(single|age|mix|copies|cache|size|popular):[a-z]|\b(internet|aws|azure|backblaze|cloudflare|google|hetzner|idrive|ovh|scaleway|tigris|vultr|wasabi)\/[a-z]|@(us|eu|ap|enam|weur|global)\b/;

export function textsOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text' || block.kind === 'heading') return [block.text];
    if (block.kind === 'table') return [];
    const items = block.items.map((item) => (typeof item === 'string' ? item : item.text));
    return block.title === undefined ? items : [block.title, ...items];
  });
}

export function sentenceFaults(text: string): string[] {
  const faults: string[] = [];
  for (const sentence of text.split(/(?<=[.:?!])\s+(?=[A-Z($])/)) {
    const words = sentence.split(/\s+/).filter((word) => /\w/.test(word)).length;
    if (words > MOST_WORDS) faults.push(`${words} words: ${sentence}`);
  }
  const term = PRIVATE.exec(text)?.[0];
  if (term !== undefined) faults.push(`private term "${term}": ${text}`);
  const id = IDS.exec(text)?.[0];
  if (id !== undefined) faults.push(`id "${id}": ${text}`);
  if (/ {2}/.test(text)) faults.push(`double space: ${text}`);
  if (/(?<![\d.])\b1 (days|months|hours|notes|stores|placements|years|objects|requests)\b/.test(text))
    faults.push(`number: ${text}`);
  if (/\d %/.test(text)) faults.push(`a blank before %: ${text}`);
  if (/undefined|NaN|\[object/.test(text)) faults.push(`template: ${text}`);
  return faults;
}

export function wordingFaults(blocks: readonly Block[]): string[] {
  return textsOf(blocks).flatMap(sentenceFaults);
}
