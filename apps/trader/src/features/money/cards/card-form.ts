import type { CardType } from "@sanshi/contract";

export type FieldName = "holder_name" | "card_number" | "bank_name" | "branch_code" | "card_type";

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

/** Whether a field of the form is empty that its bank asks for. */
export function isIncomplete(values: CardValues): boolean {
  const { holder, bank, branch, branchCode, number } = values;
  const isPlaced =
    values.country === "JP" ? branchCode !== "" : branch.trim() !== "" && branchCode.trim() !== "";
  return !isPlaced || [holder, bank, number].some((text) => text.trim() === "");
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
