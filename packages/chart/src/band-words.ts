/** In pixels at the reader's usual size of text: a kana or an ideograph is a square. */
const wideLetter = 11;
const narrowLetter = 6;
const airBetween = 4;

type Band = { left: number; width: number; label: string };
type PlacedWords = { centre: number; lines: readonly string[] };

/**
 * Where the words of bands stand, whose places are in pixels: in the middle of their band and inside of the plot. A label
 * that is wider than its band breaks at its spaces, zero-width ones too; one that would cover the label before it is left
 * out.
 */
export function placedWords(
  bands: readonly Band[],
  plotWidth: number,
  textScale: number,
): readonly PlacedWords[] {
  const placed: PlacedWords[] = [];
  let taken = 0;
  for (const { left, width, label } of bands) {
    const whole = label.replaceAll(zeroWidthSpace, "");
    const fits = widthOf(whole) * textScale <= width;
    const lines = fits ? [whole] : label.split(breaks);
    const half = (Math.max(...lines.map(widthOf)) * textScale) / 2;
    const centre = Math.max(half, Math.min(plotWidth - half, left + width / 2));
    if (centre - half < taken) continue;
    taken = centre + half + airBetween;
    placed.push({ centre, lines });
  }
  return placed;
}

const zeroWidthSpace = "\u200B";
const breaks = /[ \u200B]/;

function widthOf(text: string): number {
  return [...text].reduce(
    (sum, letter) => sum + (letter > "\u2E7F" ? wideLetter : narrowLetter),
    0,
  );
}
