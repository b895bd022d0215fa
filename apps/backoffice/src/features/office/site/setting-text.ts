/** `JPY:10000,USD:70` as what is typed per currency, and back. */
export function readAmounts(text: string): Record<string, string> {
  const parts = text.split(",").map((part) => part.split(":"));
  return Object.fromEntries(
    parts
      .filter(([currency]) => currency)
      .map(([currency = "", amount = ""]) => [currency, amount]),
  );
}

export function writeAmounts(amounts: Readonly<Record<string, string>>): string {
  return Object.entries(amounts)
    .map(([currency, amount]) => `${currency}:${amount.replace(/[\s,]/g, "")}`)
    .join(",");
}

/** `09:00-15:30` as two fields of time, and back. */
export function readHours(text: string): { from: string; to: string } {
  const [from = "", to = ""] = text.split("-");
  return { from, to };
}

export function writeHours({ from, to }: { from: string; to: string }): string {
  // A field of time knows no 24:00: midnight at the end is the end of the day.
  return `${from}-${to === "00:00" ? "24:00" : to}`;
}
