/**
 * Controls of the built pages. Scripts replace a built part of a page by one that works, and what is clicked, chosen or typed in the
 * built one would be lost: its controls are disabled.
 */
import type { Handle } from '@sveltejs/kit/hooks';

const ENABLED = /<(button|input|select|textarea)\b(?![^>]*\sdisabled\b)/g;

export const handle: Handle = ({ event, resolve }) =>
  resolve(event, { transformPageChunk: ({ html }) => html.replace(ENABLED, '<$1 disabled') });
