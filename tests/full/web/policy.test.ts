/** The policy that every built page carries: what it may load, and from where. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const built = fileURLToPath(new URL('../../../dist/web', import.meta.url));
const OWN = "'self'";
/** Wider than the page's own origin only where charts become pictures. */
const POLICY: Record<string, readonly string[]> = {
  'default-src': [OWN],
  'script-src': [OWN],
  'style-src': [OWN],
  'worker-src': [OWN],
  'connect-src': [OWN],
  'img-src': [OWN, 'data:', 'blob:'],
  'object-src': ["'none'"],
  'base-uri': [OWN],
  'form-action': [OWN],
};

function policyOf(html: string): Record<string, string[]> {
  const content = /<meta http-equiv="content-security-policy" content="([^"]+)"/.exec(html)?.[1] ?? '';
  return Object.fromEntries(
    content.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
}

describe('every built page', () => {
  const pages = globSync('**/*.html', { cwd: built });

  test('carries the strict policy, hashes of its own scripts besides', () => {
    expect(pages).toContain('index.html');
    for (const page of pages) {
      const policy = policyOf(readFileSync(path.join(built, page), 'utf8'));
      expect(Object.keys(policy).sort(), page).toEqual(Object.keys(POLICY).sort());
      for (const [directive, allowed] of Object.entries(POLICY)) {
        const more = policy[directive]?.filter((source) => !/^'sha256-[A-Za-z0-9+/=]+'$/.test(source));
        expect(more, `${page}: ${directive}`).toEqual(allowed);
      }
    }
  });

  test('loads nothing from elsewhere', () => {
    for (const page of pages) {
      const html = readFileSync(path.join(built, page), 'utf8');
      const loads = /<(?:script|link|img|iframe|source|video|audio)\b[^>]*\b(?:src|href)="([^"]+)"/g;
      const elsewhere = [...html.matchAll(loads)].filter(([, address]) =>
        /^(?:[a-z]+:)?\/\//.test(address ?? ''),
      );
      expect(
        elsewhere.map(([tag]) => tag),
        page,
      ).toEqual([]);
    }
  });
});
