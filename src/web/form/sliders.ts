/** Sliders on logarithmic scales for quantities written with units. */
import { isOfBytes, parseBytesPerDay, parseEstimate, parsePerDay } from '#core/rates.ts';
import {
  formatBytes,
  formatCount,
  formatDays,
  formatMs,
  parseBytes,
  parseDays,
  parseMs,
} from '#core/units.ts';
import { rateOf } from './blanks.ts';

interface LogSlider {
  /** Throws on text it cannot read. */
  parse: (text: string) => number;
  format: (value: number) => string;
  min: number;
  max: number;
}

export const SLIDER_STEPS = 300;

const twoFigures = (value: number) => Number(value.toPrecision(2));

/** Ages and retentions a person would say: whole hours below two days, whole days above. */
function roundDays(days: number): number {
  if (days < 2) return Math.max(1, Math.round(days * 24)) / 24;
  return days < 100 ? Math.round(days) : twoFigures(days);
}

const SIZE: LogSlider = {
  parse: parseBytes,
  format: (bytes) => formatBytes(twoFigures(bytes)),
  min: 1e3,
  max: 1e10,
};
const STORED: LogSlider = { ...SIZE, min: 1e9, max: 1e17 };
const RATE: LogSlider = {
  parse: (text) => parsePerDay(rateOf(text)),
  format: (perDay) => `${formatCount(twoFigures(perDay))}/day`,
  min: 100,
  max: 1e10,
};
const RATE_OF_BYTES: LogSlider = {
  ...STORED,
  parse: (text) => parseBytesPerDay(rateOf(text)),
  format: (perDay) => `${STORED.format(perDay)}/day`,
};
const AGE: LogSlider = {
  parse: parseDays,
  format: (days) => formatDays(roundDays(days)),
  min: 1 / 24,
  max: 3650,
};
const WAIT: LogSlider = {
  parse: parseMs,
  format: (ms) => formatMs(twoFigures(ms)),
  min: 1,
  max: 10_000,
};

const SLIDERS = { stored: STORED, size: SIZE, rate: RATE, age: AGE, wait: WAIT };
export type SliderName = keyof typeof SLIDERS;

/** A rate of bytes moves in bytes. */
export const sliderOf = (name: SliderName, shown: string): LogSlider =>
  name === 'rate' && isOfBytes(rateOf(shown)) ? RATE_OF_BYTES : SLIDERS[name];

/** 0 … SLIDER_STEPS for a written quantity, a range at its median, `forever` at the end; null where nothing can be read. */
export function sliderPosition(slider: LogSlider, text: unknown): number | null {
  if (typeof text !== 'string' && typeof text !== 'number') return null;
  if (text === 'forever') return SLIDER_STEPS;
  try {
    const { value } = parseEstimate(text, (one) => slider.parse(String(one)));
    if (!(value > 0)) return null;
    const share = Math.log(value / slider.min) / Math.log(slider.max / slider.min);
    return Math.round(Math.min(Math.max(share, 0), 1) * SLIDER_STEPS);
  } catch {
    return null;
  }
}

export function sliderText(slider: LogSlider, position: number): string {
  return slider.format(slider.min * (slider.max / slider.min) ** (position / SLIDER_STEPS));
}
