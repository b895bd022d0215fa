/** By how much the reader has text larger than a browser's own. */
export function textScale(): number {
  return parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}
