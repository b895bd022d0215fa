/** What a keyboard typed as a plain decimal: full-width figures, separators and blanks are taken. */
export function cleanAmount(typed: string): string {
  const text = typed
    .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replace(/[．。]/g, ".")
    .replace(/[,，、\s]/g, "");
  const [whole = "", ...rest] = text.replace(/[^\d.]/g, "").split(".");
  const trimmed = whole.replace(/^0+(?=\d)/, "").slice(0, 15);
  return rest.length === 0
    ? trimmed
    : `${trimmed === "" ? "0" : trimmed}.${rest.join("").slice(0, 2)}`;
}
