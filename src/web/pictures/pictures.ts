/** Charts of the page as SVG files, rendered without a browser: for `stowage docs`. Built on its own, with the page's styles. */
import { render } from 'svelte/server';
import type { Plan } from '#core/report/plan-types.ts';
import { styles } from 'virtual:styles';
import Picture from './Picture.svelte';

/** Pixels, around the drawings and of the lines above each. */
const [MARGIN, TITLE] = [12, 44];

/** Of a placement, as a file that stands alone. A placement of several parts has a figure for each, one under another. */
export function drawn(view: 'chart' | 'strip', plan: Plan, id: string): { svg: string; title: string } {
  const { body } = render(Picture, { props: { view, plan, id } });
  const figures = [...body.matchAll(/<figure[\s\S]*?<\/figure>/g)].map(([figure]) => figureIn(figure));
  const width = Math.max(...figures.map((one) => one.width)) + 2 * MARGIN;
  let height = MARGIN;
  const groups = figures.map((one) => {
    const top = height;
    height += TITLE + one.height + MARGIN;
    return [
      `<g class="${one.scope}" transform="translate(${MARGIN} ${top})">`,
      `<text class="strong" y="12" style="font-size:14px">${one.title}</text>`,
      `<text y="30">${one.measure}</text>`,
      `<g transform="translate(0 ${TITLE})">${one.drawing}</g></g>`,
    ].join('\n');
  });
  const title = figures.map((one) => one.title).join('; ');
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${title}</title>`,
    `<style>${styles}</style>`,
    `<rect width="${width}" height="${height}" style="fill:var(--paper)"/>`,
    ...groups,
    '</svg>',
    '',
  ].join('\n');
  return { svg, title: decoded(title) };
}

/** The drawing of a figure without what only a page has, and the lines above it. */
function figureIn(figure: string) {
  // With the mark by which the chart's own rules find it.
  const [, scope = 'drawing'] = /class="(drawing[^"]*)"/.exec(figure) ?? [];
  const [, attributes = '', drawing = ''] = /<svg([^>]*)>([\s\S]*)<\/svg>/.exec(figure) ?? [];
  const size = (name: string) => Number(new RegExp(`[^-]${name}="([\\d.]+)"`).exec(attributes)?.[1]);
  const [width, height] = [size('width'), size('height')];
  if (!(width > 0 && height > 0)) throw new RangeError('the figure holds no drawing');
  const textOf = (tag: string) =>
    new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`)
      .exec(figure)?.[1]
      ?.replace(/<!--[\s\S]*?-->/g, '')
      .trim() ?? '';
  const inner = drawing
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/ (?:tabindex|role|aria-[a-z]+)="[^"]*"/g, '');
  return { scope, title: textOf('h3'), measure: textOf('small'), drawing: inner, width, height };
}

const decoded = (text: string) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
