/** Days as written in editions, usages and scenarios. */
export const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;
export const ISO_DATE_WORDS = 'a date is written 2025-04-10';
