/** `1,2,5` as it is offered: `×1 ×2 ×5`. */
export function showLeverages(leverages: string): string {
  if (leverages === "") return "×1";
  return leverages
    .split(",")
    .map((multiple) => `×${multiple}`)
    .join(" ");
}

/** What was typed as the wire spells it: whole multiples in order, each once; null for anything else. */
export function readLeverages(typed: string): string | null {
  const parts = typed
    .normalize("NFKC")
    .replaceAll("×", " ")
    .split(/[\s,、]+/)
    .filter(Boolean);
  if (parts.some((part) => !/^[1-9]\d?$/.test(part))) return null;
  return [...new Set(parts.map(Number))].toSorted((one, other) => one - other).join(",");
}
