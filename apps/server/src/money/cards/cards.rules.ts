import {
  cardTypesByCountry,
  mixesAlphabets,
  type Bank,
  type BankBranch,
  type CardType,
  type RefusalCode,
  hourMs,
} from "@sanshi/contract";
import type { FormerBank } from "./former-banks.rules.ts";
import { readHolderName } from "./holder-name.rules.ts";
import { japanPostBank, readJapanPost } from "./japan-post.rules.ts";

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

/** The list of Japan's banks, as far as a form needs it. */
export type BankList = {
  listedOn: string;
  bankOfCode(code: string): Bank | undefined;
  bankOfName(name: string): Bank | undefined;
  branchOfCode(bankCode: string, code: string): BankBranch | undefined;
  formerBankOf(code: string, name: string): FormerBank | undefined;
};

type Refused = { ok: false; code: RefusalCode; params?: Record<string, string> };
type Checked = { ok: true; card: CheckedCard } | Refused;

export function checkCard(form: CardForm, list: BankList): Checked {
  return form.country === "JP" ? checkJapanese(form, list) : checkElsewhere(form);
}

function checkJapanese(form: CardForm, list: BankList): Checked {
  const holder = readHolderName(form.holderName);
  if (!holder.ok) return holder;
  const bank = readBank(form, list);
  if ("ok" in bank) return bank;
  const account = readAccount(form, bank.code);
  if ("ok" in account) return account;
  const branch = list.branchOfCode(bank.code, account.branchCode);
  if (branch === undefined) {
    const params = { bank: bank.names.jp, code: account.branchCode, date: list.listedOn };
    return { ok: false, code: "branch_not_found", params };
  }
  if (!isOffered(cardTypesByCountry.JP, account.cardType)) {
    return { ok: false, code: "card_type_not_offered" };
  }
  const kept = { bankName: bank.names.jp, bankCode: bank.code, branchName: branch.name };
  return { ok: true, card: { ...form, ...kept, ...account, holderName: holder.name } };
}

/** The branch and the number that other banks pay to. */
function readAccount(
  form: CardForm,
  bankCode: string,
): Pick<CardForm, "branchCode" | "cardNumber" | "cardType"> | Refused {
  const [branchCode, cardNumber] = [plain(form.branchCode), plain(form.cardNumber)];
  if (bankCode === japanPostBank && branchCode.length !== 3) {
    const read = readJapanPost(branchCode, cardNumber, form.cardType);
    return typeof read === "string" ? { ok: false, code: read } : read;
  }
  if (!/^\d{3}$/.test(branchCode)) return { ok: false, code: "branch_code_not_three_digits" };
  if (!/^\d{7}$/.test(cardNumber)) return { ok: false, code: "card_number_not_seven_digits" };
  return { branchCode, cardNumber, cardType: form.cardType };
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

/** The bank of the code, or of the name where no code came. */
function readBank(form: CardForm, list: BankList): Bank | Refused {
  const code = plain(form.bankCode);
  const known = code === "" ? list.bankOfName(form.bankName) : list.bankOfCode(code);
  if (known !== undefined) return known;
  const former = list.formerBankOf(code, form.bankName);
  const today = former === undefined ? undefined : list.bankOfCode(former.today);
  if (former !== undefined && today !== undefined) {
    // Only its name is another one now.
    if (former.code === today.code) return today;
    const params = { bank: former.name, today: today.names.jp, code: today.code };
    return { ok: false, code: "bank_merged", params };
  }
  return { ok: false, code: "bank_not_found", params: { date: list.listedOn } };
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

/** What is wrong with a kept account in Japan, measured by the list of today; null where nothing is. */
export function troubleOfCard(
  card: { country: string; bank_code: string | null; bank_name: string; branch_code: string },
  list: BankList,
): { trouble: "bank_gone" | "branch_gone"; today: string | null } | null {
  if (card.country !== "JP" || card.bank_code === null) return null;
  if (list.bankOfCode(card.bank_code) === undefined) {
    const former = list.formerBankOf(card.bank_code, card.bank_name);
    const today = former === undefined ? undefined : list.bankOfCode(former.today);
    return { trouble: "bank_gone", today: today?.names.jp ?? null };
  }
  const branch = list.branchOfCode(card.bank_code, card.branch_code);
  return branch === undefined ? { trouble: "branch_gone", today: null } : null;
}

/** From when money can be withdrawn to a card; null where it is now. */
export function usableFrom(addedAt: number, coolingOffHours: number, now: number): number | null {
  const from = addedAt + coolingOffHours * hourMs;
  return from > now ? from : null;
}
