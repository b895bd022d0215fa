type Box = { left: number; right: number; top: number; bottom: number };
type Size = { width: number; height: number };

const gap = 4;
const edge = 8;

/** Below its button and flush with its end, above where there is more room, and never outside the window. */
export function menuPlace(
  button: Box,
  menu: Size,
  room: Size,
): { left: number; top: number; maxHeight: number } {
  const below = room.height - edge - (button.bottom + gap);
  const above = button.top - gap - edge;
  const isBelow = menu.height <= below || below >= above;
  const maxHeight = Math.max(0, isBelow ? below : above);
  const height = Math.min(menu.height, maxHeight);
  const left = Math.min(button.right - menu.width, room.width - edge - menu.width);
  return {
    left: Math.max(edge, left),
    top: isBelow ? button.bottom + gap : button.top - gap - height,
    maxHeight,
  };
}
