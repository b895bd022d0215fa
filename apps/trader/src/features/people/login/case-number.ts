import { caseNumberPattern } from "@sanshi/contract/constants";

/** A case's number as people type it: small letters, full-width ones, and with any hyphen or none; null of anything else. */
export function caseNumberIn(typed: string): string | null {
  const letters = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, "");
  const number = `${letters.slice(0, 4)}-${letters.slice(4)}`;
  return caseNumberPattern.test(number) ? number : null;
}
