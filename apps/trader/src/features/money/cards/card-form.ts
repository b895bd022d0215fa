import type { CardType } from "@sanshi/contract";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import { refusedOnly } from "../../../shared/refused-fields.ts";

export type FieldName =
  | "holder_name"
  | "card_number"
  | "bank_name"
  | "branch_name"
  | "branch_code"
  | "card_type";

type MissingText =
  | "holder_missing"
  | "bank_missing"
  | "bank_name_missing"
  | "branch_missing"
  | "branch_not_chosen"
  | "branch_code_missing"
  | "post_symbol_missing"
  | "number_missing"
  | "post_number_missing";

export type CardValues = {
  /** ISO 3166: JP, US, CN … */
  country: string;
  holder: string;
  bank: string;
  /** Empty until the bank is chosen from those found. */
  bankCode: string;
  branch: string;
  branchCode: string;
  cardType: CardType;
  number: string;
};

/** The contract's own; repeated because the contract's file would bring its checker along. */
export const typesByCountry: Record<"JP" | "elsewhere", readonly CardType[]> = {
  JP: ["ordinary", "current", "savings"],
  elsewhere: ["checking", "savings", "current", "debit_card"],
};

export function isJapanPost({ country, bankCode }: CardValues): boolean {
  return country === "JP" && bankCode === "9900";
}

/** What each field says that is empty and that its bank asks for; null where nothing is missing. */
export function missingIn(
  values: CardValues,
  t: (text: MissingText) => string,
): RefusedFields<FieldName> | null {
  const { holder, bank, branch, branchCode, number } = values;
  const isJapan = values.country === "JP";
  const isEmpty = (text: string) => text.trim() === "";
  // A branch is looked for among its bank's, which has a code where it was chosen. Whoever typed both is sent to the server.
  const lacksBank = isEmpty(bank) || (isJapan && values.bankCode === "" && branchCode === "");
  const isPost = isJapanPost(values);
  const placed = isPost ? "post_symbol_missing" : "branch_not_chosen";
  const code = isJapan ? (lacksBank ? null : placed) : "branch_code_missing";
  return refusedOnly<FieldName>({
    holder_name: isEmpty(holder) ? t("holder_missing") : undefined,
    bank_name: lacksBank ? t(isJapan ? "bank_missing" : "bank_name_missing") : undefined,
    branch_name: !isJapan && isEmpty(branch) ? t("branch_missing") : undefined,
    branch_code: isEmpty(branchCode) && code !== null ? t(code) : undefined,
    card_type: undefined,
    card_number: isEmpty(number) ? t(isPost ? "post_number_missing" : "number_missing") : undefined,
  });
}

/** As `/user/add-bank-card` takes it; the server reads the holder's name and the branch's. */
export function cardInput(values: CardValues) {
  const isJapan = values.country === "JP";
  return {
    country: values.country,
    holder_name: values.holder.trim(),
    bank_name: values.bank.trim(),
    ...(isJapan && values.bankCode !== "" && { bank_code: values.bankCode }),
    branch_name: values.branch.trim() === "" ? values.branchCode : values.branch.trim(),
    branch_code: values.branchCode.trim(),
    card_type: values.cardType,
    card_number: values.number,
  };
}
