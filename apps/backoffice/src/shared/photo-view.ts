/** How a photo lies in its frame: turned in quarters, enlarged, and moved by pixels. */
type PhotoView = { turns: number; zoom: number; x: number; y: number };

const zoomMin = 1;
export const zoomMax = 8;
const zoomStep = 1.25;

export const wholePhoto: PhotoView = { turns: 0, zoom: 1, x: 0, y: 0 };

/** The other quarter; the photo is whole again, because what was in sight is somewhere else now. */
export function turn(view: PhotoView): PhotoView {
  return { ...wholePhoto, turns: (view.turns + 1) % 4 };
}

/** Nearer or farther, towards a point given from the middle of the frame; that point stays where it is. */
export function zoomBy(view: PhotoView, steps: number, at = { x: 0, y: 0 }): PhotoView {
  const wanted = view.zoom * zoomStep ** steps;
  const zoom = Math.min(zoomMax, Math.max(zoomMin, wanted));
  if (zoom === zoomMin) return { ...view, zoom, x: 0, y: 0 };
  const factor = zoom / view.zoom;
  return { ...view, zoom, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor };
}

/** Moved with the pointer; a whole photo has nowhere to go. */
export function moveBy(view: PhotoView, x: number, y: number): PhotoView {
  return view.zoom === zoomMin ? view : { ...view, x: view.x + x, y: view.y + y };
}

export function transformOf({ turns, zoom, x, y }: PhotoView): string {
  return `translate(${x}px, ${y}px) scale(${zoom}) rotate(${turns * 90}deg)`;
}
