import {
  cardTypesByCountry,
  isKatakana,
  mixesAlphabets,
  toKatakana,
  type CardType,
  type RefusalCode,
  hourMs,
} from "@sanshi/contract";
import { bankOfCode, bankOfName } from "./banks.rules.ts";

export type CardForm = {
  country: string;
  holderName: string;
  cardNumber: string;
  bankName: string;
  /** Empty where the bank is known by its name. */
  bankCode: string;
  branchName: string;
  branchCode: string;
  cardType: CardType;
};

/** A form as it is kept. */
export type CheckedCard = Omit<CardForm, "bankCode"> & { bankCode: string | null };

type Checked = { ok: true; card: CheckedCard } | { ok: false; code: RefusalCode };

export function checkCard(form: CardForm): Checked {
  return form.country === "JP" ? checkJapanese(form) : checkElsewhere(form);
}

function checkJapanese(form: CardForm): Checked {
  const holderName = toKatakana(form.holderName);
  if (!isKatakana(holderName)) return { ok: false, code: "holder_not_katakana" };
  const bank = readBank(form);
  if (bank === null) return { ok: false, code: "bank_not_found" };
  const branchCode = plain(form.branchCode);
  if (!/^\d{3}$/.test(branchCode)) return { ok: false, code: "branch_code_not_three_digits" };
  const cardNumber = plain(form.cardNumber);
  if (!/^\d{7}$/.test(cardNumber)) return { ok: false, code: "card_number_not_seven_digits" };
  if (!isOffered(cardTypesByCountry.JP, form.cardType)) {
    return { ok: false, code: "card_type_not_offered" };
  }
  const branchName = form.branchName.trim();
  return { ok: true, card: { ...form, ...bank, holderName, branchName, branchCode, cardNumber } };
}

function checkElsewhere(form: CardForm): Checked {
  const holderName = form.holderName.replaceAll(/[\s\u3000]+/g, " ").trim();
  if (!/^\p{L}[\p{L}\p{M} .'’・ー-]*$/u.test(holderName)) {
    return { ok: false, code: "holder_not_a_name" };
  }
  if (mixesAlphabets(holderName)) return { ok: false, code: "name_scripts_mixed" };
  const cardNumber = plain(form.cardNumber);
  if (!/^[0-9A-Z]{4,34}$/.test(cardNumber)) return { ok: false, code: "card_number_malformed" };
  if (!isOffered(cardTypesByCountry.elsewhere, form.cardType)) {
    return { ok: false, code: "card_type_not_offered" };
  }
  const [bankName, branchName] = [form.bankName.trim(), form.branchName.trim()];
  const bankCode = form.bankCode.trim() || null;
  const branchCode = plain(form.branchCode);
  return {
    ok: true,
    card: { ...form, holderName, bankName, bankCode, branchName, branchCode, cardNumber },
  };
}

/** The list's own name where the list has the bank; another one needs its code. */
function readBank(form: CardForm): { bankName: string; bankCode: string } | null {
  const code = plain(form.bankCode);
  const known = code === "" ? bankOfName(form.bankName) : bankOfCode(code);
  if (known !== undefined) return { bankName: known.names.jp, bankCode: known.code };
  const bankName = form.bankName.trim();
  return /^\d{4}$/.test(code) && bankName !== "" ? { bankName, bankCode: code } : null;
}

function isOffered(types: readonly CardType[], type: CardType): boolean {
  return types.includes(type);
}

/** Blanks, hyphens and full-width digits are how people copy numbers. */
function plain(typed: string): string {
  return typed
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[\s\-‐]/g, "");
}

/** All but the last three. */
export function maskCardNumber(number: string): string {
  const shown = Math.min(3, Math.floor(number.length / 2));
  return "*".repeat(number.length - shown) + number.slice(number.length - shown);
}

/** From when money can be withdrawn to a card; null where it is now. */
export function usableFrom(addedAt: number, coolingOffHours: number, now: number): number | null {
  const from = addedAt + coolingOffHours * hourMs;
  return from > now ? from : null;
}
