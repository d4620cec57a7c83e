/** Days as written in editions, usages and scenarios. */
export const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
export const ISO_DATE_WORDS = 'a date is written 2025-04-10';
export const ISO_TIME_WORDS = 'a time is written 2026-11-20T12:08:59Z';

/** Whether the calendar has that day: false for 2026-02-30. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

/** From one day to another; below 0 where the other comes first. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

export const noSuchDay = (text: unknown) => `there is no day "${String(text)}"`;
