/** A finger that rests this long wants the crosshair, whichever way it then moves. */
const restMs = 300;
const decideDistance = 6;

/**
 * The chart takes every touch for itself, so that a page could not be scrolled past it. This leaves
 * upright drags to the page: their moves never reach the chart.
 */
export function leaveUprightDragsToPage(element: HTMLElement): () => void {
  let start: { x: number; y: number; at: number } | null = null;
  let whose: "undecided" | "page" | "chart" = "undecided";
  const onStart = (event: TouchEvent) => {
    const touch = event.touches[0];
    start =
      touch === undefined ? null : { x: touch.clientX, y: touch.clientY, at: event.timeStamp };
    whose = event.touches.length > 1 ? "chart" : "undecided";
  };
  const onMove = (event: TouchEvent) => {
    const touch = event.touches[0];
    if (start === null || touch === undefined) return;
    const across = Math.abs(touch.clientX - start.x);
    const upright = Math.abs(touch.clientY - start.y);
    if (whose === "undecided" && across + upright > decideDistance) {
      const rested = event.timeStamp - start.at > restMs;
      whose = upright > across && !rested ? "page" : "chart";
    }
    if (whose === "page") event.stopPropagation();
  };
  element.addEventListener("touchstart", onStart, { capture: true, passive: true });
  element.addEventListener("touchmove", onMove, { capture: true, passive: true });
  return () => {
    element.removeEventListener("touchstart", onStart, { capture: true });
    element.removeEventListener("touchmove", onMove, { capture: true });
  };
}
