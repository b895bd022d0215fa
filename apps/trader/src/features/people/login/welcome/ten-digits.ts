/**
 * An account is exactly ten digits (the specification), and mobile numbers are that long in few countries. How each
 * one's become ten digits, always in the same way, so that whoever signs in again types the same number as before.
 */
type CountryRule = {
  dial: string;
  /** A number as people write it at home. */
  example: string;
  /** What stands before a number at home, and not behind the country's code. */
  trunk?: "0" | "1";
  /** By the length of the number without it, what is put before its digits, or how many are left out. */
  parts: Readonly<Record<number, { before?: string; without?: number }>>;
};

export const countryCodes = [
  "JP",
  "US",
  "CN",
  "HK",
  "TW",
  "KR",
  "SG",
  "MY",
  "TH",
  "VN",
  "other",
] as const;
export type CountryCode = (typeof countryCodes)[number];

export const countries: Readonly<Record<Exclude<CountryCode, "other">, CountryRule>> = {
  JP: { dial: "81", example: "090-1234-5678", trunk: "0", parts: { 10: {} } },
  US: { dial: "1", example: "212-555-0123", trunk: "1", parts: { 10: {} } },
  // Every one begins with 1, which therefore tells nobody apart.
  CN: { dial: "86", example: "138-1234-5678", parts: { 11: { without: 1 } } },
  HK: { dial: "852", example: "9123-4567", parts: { 8: { before: "52" } } },
  TW: { dial: "886", example: "0912-345-678", trunk: "0", parts: { 9: { before: "0" } } },
  KR: { dial: "82", example: "010-1234-5678", trunk: "0", parts: { 10: {} } },
  SG: { dial: "65", example: "8123-4567", parts: { 8: { before: "65" } } },
  MY: {
    dial: "60",
    example: "012-345-6789",
    trunk: "0",
    parts: { 9: { before: "0" }, 10: {} },
  },
  TH: { dial: "66", example: "081-234-5678", trunk: "0", parts: { 9: { before: "0" } } },
  VN: { dial: "84", example: "091-234-5678", trunk: "0", parts: { 9: { before: "0" } } },
};

export const accountDigits = 10;

/** What is done with the digits as they were typed. */
export type Way =
  | "without_zero"
  | "without_the_1"
  | "without_dial"
  | "with_zero"
  | "with_digits"
  | "last_ten";
export type TenDigits = { account: string; way: Way; country: CountryCode };

/**
 * What a number that is not ten digits long comes to; null for one that is, and for one that is not complete. It is
 * proposed and never put in the place of what was typed by itself.
 */
export function tenDigitsOf(typed: string, chosen: CountryCode): TenDigits | null {
  const isAbroad = /^(?:\+|00)/.test(typed);
  const digits = typed.replace(/^(?:\+|00)/, "").replaceAll(/\D/g, "");
  if (isAbroad) return fromAbroad(digits, chosen);
  if (digits.length === accountDigits) return null;
  // The chosen country's own way first; a number that it does not have may be another's.
  const others = digits.length > accountDigits ? countryCodes : [];
  const found = [chosen, ...others].flatMap((country) => atHome(digits, country) ?? []);
  return found[0] ?? null;
}

function fromAbroad(digits: string, chosen: CountryCode): TenDigits | null {
  const found = [chosen, ...countryCodes].find(
    (country) => country !== "other" && digits.startsWith(countries[country].dial),
  );
  if (found === undefined || found === "other") return lastTen(digits);
  const { dial, trunk = "", parts } = countries[found];
  // Some write +81 (0)90 …
  const rest = digits.slice(dial.length);
  const number = trunk !== "" && rest.startsWith(trunk) ? rest.slice(trunk.length) : rest;
  const part = parts[number.length];
  if (part === undefined) return lastTen(digits);
  const account = (part.before ?? "") + number.slice(part.without ?? 0);
  return { account, country: found, way: wayOf(part, "without_dial") };
}

function atHome(digits: string, country: CountryCode): TenDigits | null {
  if (country === "other") return digits.length > accountDigits + 1 ? lastTen(digits) : null;
  const { dial, trunk = "", parts } = countries[country];
  const hasTrunk = trunk !== "" && digits.startsWith(trunk);
  // With its first 0 and no ten digits long it is not complete.
  if (hasTrunk && digits.length < accountDigits) return null;
  const number = hasTrunk ? digits.slice(trunk.length) : digits;
  const part = parts[number.length];
  if (part === undefined) return null;
  const account = (part.before ?? "") + number.slice(part.without ?? 0);
  if (account === digits) return null;
  const way = trunk === dial ? "without_dial" : "without_zero";
  return { account, country, way: wayOf(part, way) };
}

function wayOf({ before, without }: { before?: string; without?: number }, plain: Way): Way {
  if (before !== undefined) return before === "0" ? "with_zero" : "with_digits";
  return without === undefined ? plain : "without_the_1";
}

function lastTen(digits: string): TenDigits | null {
  if (digits.length <= accountDigits) return null;
  return { account: digits.slice(-accountDigits), country: "other", way: "last_ten" };
}

/** How a country's numbers become ten digits, for who has not typed one yet. */
export function exampleOf(country: CountryCode): { typed: string; ten: TenDigits | null } | null {
  if (country === "other") return null;
  const { example } = countries[country];
  return { typed: example, ten: tenDigitsOf(example.replaceAll("-", ""), country) };
}
