/**
 * For the clicks of a page whose fragment is its state, the scenario or what was chosen: a link to a part of the page goes
 * there and leaves the fragment alone. The frame around a page has no script of its own, so the page listens for it.
 */
export function reach(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  const part = link?.getAttribute('href')?.startsWith('#') && document.getElementById(link.hash.slice(1));
  if (!part) return;
  event.preventDefault();
  part.scrollIntoView();
  part.focus();
}
