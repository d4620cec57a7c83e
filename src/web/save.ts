/** Saving drawings and texts from the page. Nothing leaves the machine. */

import type { Zippable } from 'fflate';
import type { DatasetFile } from '#core/evidence/dataset.ts';
import type { ScenarioText } from '#core/scenario/scenario.ts';
import { wrapped } from '#web/charts/frame/labels.ts';
import type { CsvFile } from '#core/answer/figures/figure.ts';
import { toCsv } from '#web/words/csv.ts';

/** Presentation that CSS gives on the page and a file must carry itself. */
const CARRIED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'font-feature-settings',
  'text-anchor',
  'dominant-baseline',
  'paint-order',
];

const MARGIN = 16;
/** Pixels: of a line of the title, of one of its letters, and under it. */
const [TITLE_LINE, TITLE_LETTER, UNDER_TITLE] = [20, 8.9, 12];

export function saveCsv(figures: CsvFile, name: string): void {
  saveText(toCsv(figures), name, 'text/csv');
}

export async function saveYaml(value: ScenarioText | DatasetFile, name: string): Promise<void> {
  const { stringify } = await import('yaml');
  saveText(stringify(value, { aliasDuplicateObjects: false }), name, 'application/yaml');
}

/** One file, by the last part of its path. */
export function saveFile({ path, text }: { path: string; text: string }): void {
  saveText(text, path.slice(path.lastIndexOf('/') + 1), 'text/plain');
}

/** All in one archive with their folders; what is a program stays one. */
export async function saveZip(
  files: readonly { path: string; text: string; runs: boolean }[],
  name: string,
): Promise<void> {
  const { strToU8, zipSync } = await import('fflate');
  const UNIX = 3;
  const held: Zippable = {};
  for (const { path, text, runs } of files) {
    const mode = runs ? 0o100755 : 0o100644;
    held[path] = [strToU8(text), { os: UNIX, attrs: (mode << 16) >>> 0 }];
  }
  saveBlob(new Blob([zipSync(held) as BlobPart], { type: 'application/zip' }), name);
}

/** As one file of that media type. */
export function saveText(text: string, name: string, type: string): void {
  saveBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
}

export function saveSvg(svg: SVGSVGElement, title: string, name: string): void {
  saveText(standalone(svg, title), name, 'image/svg+xml');
}

/** Twice the size on the page. Rejects where the browser cannot draw the picture. */
export async function savePng(svg: SVGSVGElement, title: string, name: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([standalone(svg, title)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * 2;
    canvas.height = image.height * 2;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('this browser gives no canvas');
    pen.scale(2, 2);
    pen.drawImage(image, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('this browser gave no PNG');
    saveBlob(blob, name);
  } finally {
    URL.revokeObjectURL(url);
  }
}

function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** The drawing with its title, its colours and its background, readable on its own. */
function standalone(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [i, original] of originals.entries()) {
    const computed = getComputedStyle(original);
    const twin = copies[i];
    if (!twin) continue;
    for (const property of CARRIED) twin.setAttribute(property, computed.getPropertyValue(property));
    for (const attribute of ['class', 'tabindex', 'role']) twin.removeAttribute(attribute);
  }
  const page = getComputedStyle(document.documentElement);
  const lines = wrapped(title, svg.width.baseVal.value, TITLE_LETTER);
  const titleRoom = lines.length * TITLE_LINE + UNDER_TITLE;
  const [width, height] = [
    svg.width.baseVal.value + 2 * MARGIN,
    svg.height.baseVal.value + 2 * MARGIN + titleRoom,
  ];
  const outer = element('svg', { xmlns: SPACE, width, height });
  const words = lines.map((line, i) => {
    const text = element('text', {
      x: MARGIN,
      y: MARGIN + 14 + i * TITLE_LINE,
      'font-family': 'Inter, system-ui, sans-serif',
      'font-size': 16,
      'font-weight': 600,
      fill: page.color,
    });
    text.textContent = line;
    return text;
  });
  copy.setAttribute('x', String(MARGIN));
  copy.setAttribute('y', String(MARGIN + titleRoom));
  const paper = element('rect', { width: '100%', height: '100%', fill: page.backgroundColor });
  outer.append(paper, ...words, copy);
  return new XMLSerializer().serializeToString(outer);
}

const SPACE = 'http://www.w3.org/2000/svg';

function element(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SPACE, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
