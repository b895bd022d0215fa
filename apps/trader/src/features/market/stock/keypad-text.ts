export type KeypadKey =
  | "0"
  | "1"
  | "2"
  | "3"
  | "4"
  | "5"
  | "6"
  | "7"
  | "8"
  | "9"
  | "00"
  | "."
  | "delete"
  | "clear";

const wholeDigitsMax = 10;

/** What stands in a field after a key; a key that would make no number changes nothing. */
export function typeKey(text: string, key: KeypadKey, decimalsMax: number): string {
  if (key === "clear") return "";
  if (key === "delete") return text.slice(0, -1);
  if (key === ".") {
    if (decimalsMax === 0 || text.includes(".")) return text;
    return text === "" ? "0." : `${text}.`;
  }
  return keepNumber(`${text}${key}`, text, decimalsMax);
}

/** What may stand in a field after its text was changed by a keyboard or a paste. */
export function typeText(text: string, before: string, decimalsMax: number): string {
  return keepNumber(text.replace(/[,\s]/g, ""), before, decimalsMax);
}

function keepNumber(text: string, before: string, decimalsMax: number): string {
  if (text === "") return "";
  const decimals = decimalsMax === 0 ? "" : `(?:\\.\\d{0,${decimalsMax}})?`;
  if (!new RegExp(`^\\d{1,${wholeDigitsMax + 2}}${decimals}$`).test(text)) return before;
  const [whole = "", fraction] = text.split(".");
  const plain = whole.replace(/^0+(?=\d)/, "");
  if (plain.length > wholeDigitsMax) return before;
  return fraction === undefined ? plain : `${plain}.${fraction}`;
}

/** A finished number for the wire: `12.` is `12`. */
export function wireNumber(text: string): string {
  return text.endsWith(".") ? text.slice(0, -1) : text;
}
