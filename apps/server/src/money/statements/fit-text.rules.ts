const sizes = [8, 7.5, 7, 6.5, 6, 5.5, 5];

/**
 * A cell's text in the largest letters, in points, in which it has its column's width. A figure is never cut: what is not
 * all there reads as another one. Words are, in the smallest letters, with an ellipsis.
 */
export function fitText(
  text: string,
  {
    width,
    widthAt,
    isFigure,
  }: {
    width: number;
    widthAt: (text: string, size: number) => number;
    isFigure: boolean;
  },
): { text: string; size: number } {
  const smallest = sizes.at(-1) ?? 0;
  const size = sizes.find((one) => widthAt(text, one) <= width) ?? smallest;
  if (isFigure || widthAt(text, size) <= width) return { text, size };
  const letters = [...text];
  while (letters.length > 1 && widthAt(`${letters.join("")}…`, size) > width) letters.pop();
  return { text: `${letters.join("")}…`, size };
}
