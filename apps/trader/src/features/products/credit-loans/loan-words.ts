import type { CreditLoan } from "@sanshi/contract";

const statusKeys = [
  "status_0",
  "status_1",
  "status_2",
  "status_3",
  "status_4",
  "status_5",
] as const;

/** The words of a loan's status; what was written off and is still owed is called what it is. */
export function statusOf({ status, claimed }: Pick<CreditLoan, "status" | "claimed">) {
  return Number(claimed) > 0 ? "status_claimed" : (statusKeys[status] ?? "status_0");
}

/** What a loan is for; the plural forms have taken the ending of `other`. */
export const purposeKeys = {
  investing: "purpose_investing",
  living: "purpose_living",
  education: "purpose_education",
  medical: "purpose_medical",
  other: "purpose_else",
} as const;
