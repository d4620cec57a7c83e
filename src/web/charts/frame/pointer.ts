/** Where a pointer is in a drawing. */

/** In the drawing's own pixels, of a pointer over one of its elements; null outside of a drawing. */
function xInDrawing(event: PointerEvent): number | null {
  const svg = (event.currentTarget as SVGElement).ownerSVGElement;
  if (!svg) return null;
  const box = svg.getBoundingClientRect();
  return ((event.clientX - box.left) * svg.viewBox.baseVal.width) / box.width;
}

/** From 0 at `left` to 1 at `right`, and neither less nor more. */
export function shareInDrawing(event: PointerEvent, left: number, right: number): number {
  return Math.min(1, Math.max(0, ((xInDrawing(event) ?? left) - left) / (right - left)));
}
