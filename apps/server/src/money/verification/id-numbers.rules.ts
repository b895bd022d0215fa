import type { IdType, RefusalCode } from "@sanshi/contract";

/**
 * How an ID's number is spelled. Blanks, hyphens and full-width digits are how people copy it; what is
 * left must have the form of this ID's numbers. Sources: My Number's check digit is that of ministerial
 * ordinance 85 of 2014; the other forms are general knowledge.
 */
const forms: Readonly<Record<IdType, RegExp>> = {
  // Twelve digits in Japan; other countries' licences have letters.
  drivers_licence: /^\d{12}$|^(?=.*[A-Z])(?=.*\d)[A-Z0-9]{5,20}$/,
  my_number_card: /^\d{12}$/,
  health_insurance_card: /^[\p{L}\p{N}]{2,24}$/u,
  passport: /^(?=.*\d)[A-Z0-9]{6,12}$/,
  residence_card: /^[A-Z]{2}\d{8}[A-Z]{2}$/,
};

export function readIdNumber(
  idType: IdType,
  typed: string,
): { ok: true; number: string } | { ok: false; code: RefusalCode } {
  const number = typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\-‐－ー]/gu, "");
  if (!forms[idType].test(number)) return { ok: false, code: "id_number_malformed" };
  if (idType === "my_number_card" && !hasMyNumberCheckDigit(number)) {
    return { ok: false, code: "id_number_check_digit_wrong" };
  }
  return { ok: true, number };
}

/** The last of twelve digits follows from the eleven before it. */
function hasMyNumberCheckDigit(number: string): boolean {
  const digits = [...number].map(Number);
  const check = digits.pop();
  const sum = digits.toReversed().reduce((total, digit, at) => {
    const place = at + 1;
    return total + digit * (place <= 6 ? place + 1 : place - 5);
  }, 0);
  const rest = sum % 11;
  return check === (rest <= 1 ? 0 : 11 - rest);
}

type KeptNumber = "encrypted" | "masked" | "nothing";

/**
 * What may be kept of a number: of a My Number nothing, by law; of an insurance card's the last digits
 * alone. Decision 0010.
 */
export const keptOf: Readonly<Record<IdType, KeptNumber>> = {
  drivers_licence: "encrypted",
  my_number_card: "nothing",
  health_insurance_card: "masked",
  passport: "encrypted",
  residence_card: "encrypted",
};

const shownMax = 4;

export function maskIdNumber(idType: IdType, number: string): string {
  const shown =
    keptOf[idType] === "nothing" ? 0 : Math.min(shownMax, Math.floor(number.length / 3));
  return "*".repeat(number.length - shown) + number.slice(number.length - shown);
}
