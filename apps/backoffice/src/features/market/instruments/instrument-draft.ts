import type { SectorKey } from "@sanshi/contract/sectors";
import { languages, type Language } from "@sanshi/web/language";

/** What an instrument is called, as it is typed. */
export type NamingDraft = {
  names: Record<Language, string>;
  /** Spellings with commas between them. */
  terms: string;
  sector: SectorKey | "";
};

export const emptyNaming: NamingDraft = {
  names: { jp: "", cn: "", us: "" },
  terms: "",
  sector: "",
};

/** `パナソニック、panasonic`: commas of every script part them; each once. */
export function readTerms(typed: string): string[] {
  const parts = typed.split(/[,，、\n]+/).map((term) => term.trim());
  return [...new Set(parts.filter((term) => term !== ""))];
}

export function showTerms(terms: readonly string[]): string {
  return terms.join(", ");
}

/** Which languages still lack a name. */
export function unnamed({ names }: NamingDraft): readonly Language[] {
  return languages.filter((language) => names[language].trim() === "");
}

export function trimNames({ jp, cn, us }: NamingDraft["names"]): NamingDraft["names"] {
  return { jp: jp.trim(), cn: cn.trim(), us: us.trim() };
}

/** A code as the exchange writes it: full width and lower case are typed as easily. */
export function readCode(typed: string): string {
  return typed.normalize("NFKC").trim().toUpperCase();
}

/** A lot as it is typed: `1,000` is 1000; null for what is no whole number of shares. */
export function readLot(typed: string): string | null {
  const read = typed.normalize("NFKC").replace(/[\s,]/g, "");
  return /^[1-9]\d{0,8}$/.test(read) ? read : null;
}
