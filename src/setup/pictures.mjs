// Components of the page compiled for drawing without a browser, and what styles them as one text.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { namesOfPricing } from './names-of-pricing.mjs';
import { root } from './place.mjs';

const STYLES = 'virtual:styles';
/** A drawing loads nothing later. */
const LATER = /^#web\/save\.ts$/;

/** @returns {import('rolldown').Plugin[]} */
export function drawnOnServer() {
  /** @type {Map<string, string>} */
  const styles = new Map();
  return [
    /** @type {import('rolldown').Plugin} */ (namesOfPricing()),
    {
      name: 'svelte-on-server',
      resolveId: (id) => (id === STYLES || LATER.test(id) ? `\0${id}` : null),
      load(id) {
        if (id === `\0${STYLES}`) return 'export const styles = "__STYLES__";';
        return id.startsWith('\0#web/') ? 'export {};' : null;
      },
      async transform(code, id) {
        const isModule = /\.svelte\.ts$/.test(id);
        if (!isModule && !id.endsWith('.svelte')) return null;
        const { compile, compileModule } = await import('svelte/compiler');
        if (isModule) {
          const { transform } = await import('rolldown/utils');
          const { code: plain } = await transform(id, code, { lang: 'ts', tsconfig: false });
          return {
            code: compileModule(plain, { filename: id, generate: 'server' }).js.code,
            moduleType: 'js',
          };
        }
        const { js, css } = compile(code, { filename: id, generate: 'server', css: 'external' });
        if (css) styles.set(id, css.code);
        return { code: js.code, moduleType: 'js' };
      },
      // Files are compiled in any order, and a picture is the same after every build.
      renderChunk: (code) =>
        code.replace('"__STYLES__"', () =>
          JSON.stringify(sheetOf([...styles].sort().map(([, sheet]) => sheet))),
        ),
    },
  ];
}

/**
 * Colours of both looks, and the rules that style a drawing.
 * @param {string[]} sheets
 */
function sheetOf(sheets) {
  const look = (/** @type {string} */ name) => readFileSync(path.join(root, 'src/web/look', name), 'utf8');
  const looks = /:root[\s\S]*/.exec(look('tokens.css'))?.[0] ?? '';
  const drawings = [...look('drawings.css').matchAll(/^(?:svg |\.meter-)[^{]*\{[^}]*\}/gm)].map(
    ([rule]) => rule,
  );
  return [looks, ...drawings, ...sheets]
    .join('\n')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
