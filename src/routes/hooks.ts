/**
 * Controls of the built pages. Scripts replace a built part of a page by one that works, and what is clicked, chosen or typed in the
 * built one would be lost: its controls are disabled.
 */
import type { Handle } from '@sveltejs/kit/hooks';

const ENABLED = /<(button|input|select|textarea)\b(?![^>]*\sdisabled\b)/g;
/** It has no script: its choice is a matter of style. */
const WITHOUT_SCRIPT = '/probe';

export const handle: Handle = ({ event, resolve }) =>
  event.route.id === WITHOUT_SCRIPT
    ? resolve(event)
    : resolve(event, { transformPageChunk: ({ html }) => html.replace(ENABLED, '<$1 disabled') });
