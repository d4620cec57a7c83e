/** Charts of the page as SVG files, rendered without a browser: for `stowage docs`. Built on its own, with the page's styles. */
import { render } from 'svelte/server';
import type { Plan } from '#core/report/plan-types.ts';
import { styles } from 'virtual:styles';
import CostPicture from './CostPicture.svelte';

/** Pixels, around the drawing and of the lines above it. */
const [MARGIN, TITLE] = [12, 44];

/** Cost by meter of the placements on the cards and of `id`. */
export function costBars(plan: Plan, id: string): { svg: string; title: string } {
  return standing(render(CostPicture, { props: { plan, id } }).body);
}

/** The drawing of a figure alone, with its title above and all that styles it. */
function standing(body: string): { svg: string; title: string } {
  const [, attributes = '', drawing = ''] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(body) ?? [];
  const size = (name: string) => Number(new RegExp(`[^-]${name}="([\\d.]+)"`).exec(attributes)?.[1]);
  const [width, height] = [size('width'), size('height')];
  if (!(width > 0 && height > 0)) throw new RangeError('the figure holds no drawing');
  const textOf = (tag: string) =>
    new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`)
      .exec(body)?.[1]
      ?.replace(/<!--[\s\S]*?-->/g, '')
      .trim() ?? '';
  const title = textOf('h3');
  const inner = drawing
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/ (?:tabindex|role|aria-[a-z]+)="[^"]*"/g, '');
  const [w, h] = [width + 2 * MARGIN, height + 2 * MARGIN + TITLE];
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img">`,
    `<title>${title}</title>`,
    `<style>${styles}</style>`,
    `<rect width="${w}" height="${h}" style="fill:var(--paper)"/>`,
    `<g class="drawing" transform="translate(${MARGIN} ${MARGIN})">`,
    `<text class="strong" y="12" style="font-size:14px">${title}</text>`,
    `<text y="30">${textOf('small')}</text>`,
    `<g transform="translate(0 ${TITLE})">${inner}</g></g></svg>`,
    '',
  ].join('\n');
  return { svg, title: decoded(title) };
}

const decoded = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
