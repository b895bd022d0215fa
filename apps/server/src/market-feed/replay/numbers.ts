/** Which sign a file writes before its decimals. */
export type DecimalSign = "point" | "comma";

/**
 * A number as vendors write it (`3,095`, `44.12M`, `$271.49`, `1.234,50`, `5.5万`) as a plain decimal; an empty text for what
 * stands for none (`--`, `N/A`, `null`), and the text itself for what is not understood.
 */
export function plainNumber(text: string, sign: DecimalSign): string {
  if (sign === "point" && /^\d+(?:\.\d+)?$/.test(text)) return text;
  const given = text.normalize("NFKC").trim();
  if (/^(?:-+|n\/?a|nan|null|none|nil|<na>|\*)?$/i.test(given)) return "";
  const bare = given.replace(/^[$¥]\s?/, "").replace(/^\+/, "");
  const [, digits = bare, unit] = /^([\d.,]+)\s?([KMBT千万億亿])$/i.exec(bare) ?? [];
  const value = sign === "point" ? pointed(digits) : commaed(digits);
  if (value === null) return text;
  return unit === undefined ? value : shifted(value, exponents[unit.toUpperCase()]!);
}

const exponents: Readonly<Record<string, number>> = {
  ...{ K: 3, M: 6, B: 9, T: 12 },
  ...{ 千: 3, 万: 4, 億: 8, 亿: 8 },
};

function pointed(text: string): string | null {
  if (/^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return text.replaceAll(",", "");
  return /^-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? text : null;
}

function commaed(text: string): string | null {
  if (/^-?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/.test(text)) {
    return text.replaceAll(".", "").replace(",", ".");
  }
  return /^-?\d+(?:,\d*)?$/.test(text) ? text.replace(",", ".") : null;
}

/** A decimal times a power of ten, exactly. */
export function shifted(text: string, digits: number): string {
  const [, whole = "", fraction = ""] = /^(\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === "") return text;
  const padded = fraction.padEnd(digits, "0");
  return `${whole}${padded.slice(0, digits)}.${padded.slice(digits) || "0"}`;
}

/**
 * What a comma means in a file, from every number of it that has one. `3,095` alone may be either: in a file of tabs and
 * in quotes it is a thousand, between semicolons only where a volume has it too.
 */
export function createSignFinder(delimiter: string): {
  add(text: string, isVolume: boolean): void;
  sign(): DecimalSign | { unclear: string };
} {
  let [thousand, decimal, either, volume, point] = ["", "", "", "", ""];
  return {
    add(text, isVolume) {
      if (/^-?\d+\.\d{1,2}$|^-?\d+\.\d{4,}$/.test(text)) point ||= text;
      if (!text.includes(",")) return;
      if (/^-?\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?$|^-?\d{1,3}(?:,\d{3})+\.\d+$/.test(text))
        thousand ||= text;
      else if (/^-?\d{1,3},\d{3}$/.test(text)) {
        either ||= text;
        if (isVolume) volume ||= text;
      } else if (/^-?[\d.]+,\d+$/.test(text)) decimal ||= text;
    },
    sign() {
      if (decimal !== "") {
        const other = thousand || volume || point || (delimiter === "\t" ? either : "");
        return other === "" ? "comma" : { unclear: `${decimal} and ${other}` };
      }
      const isTold = thousand !== "" || point !== "" || volume !== "" || delimiter !== ";";
      return either === "" || isTold ? "point" : { unclear: either };
    },
  };
}
