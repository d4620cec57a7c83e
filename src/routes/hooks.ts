/**
 * Buttons of the built pages. Scripts replace a built part of a page by one that works, and a click on the built one would be lost:
 * its buttons are disabled.
 */
import type { Handle } from '@sveltejs/kit/hooks';

const ENABLED_BUTTON = /<button\b(?![^>]*\sdisabled\b)/g;

export const handle: Handle = ({ event, resolve }) =>
  resolve(event, {
    transformPageChunk: ({ html }) => html.replace(ENABLED_BUTTON, '<button disabled'),
  });
