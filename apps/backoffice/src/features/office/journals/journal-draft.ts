import {
  addMinor,
  formatMinor,
  minor,
  negateMinor,
  parseMinor,
  zeroMinor,
  type Currency,
  type Minor,
} from "@sanshi/money";
import type { Input } from "../../../shared/calls.ts";

export type JournalInput = Input<"/api/ops/journals/propose">;
type Posting = JournalInput["postings"][number];
export type Purpose = Posting["purpose"];
type HousePurpose = Exclude<Purpose, "available">;

/** The house's side, in the order in which a correction is most often booked. */
const housePurposes = [
  "corrections",
  "goodwill",
  "fees",
  "suspense",
] as const satisfies readonly HousePurpose[];

export type HouseLine = { purpose: HousePurpose; amount: string };

/** As it is typed. The customer's line is one; the house's last line takes what balances. */
export type JournalDraft = {
  account: string;
  currency: Currency;
  /** What the customer gains, or loses with a minus sign. */
  amount: string;
  house: readonly HouseLine[];
};

export const houseLinesMax = 4;

export const emptyDraft: JournalDraft = {
  account: "",
  currency: "JPY",
  amount: "",
  house: [{ purpose: "corrections", amount: "" }],
};

/** Full-width digits and separators as a Japanese or Chinese keyboard writes them. */
export function cleanAmount(typed: string): string {
  return typed
    .normalize("NFKC")
    .replace(/[\s,]/g, "")
    .replace(/^[−ー‐]/, "-")
    .replace(/^\+/, "");
}

type Balanced = {
  postings: readonly Posting[];
  customer: Minor;
  /** By line; the last is what balances. */
  house: readonly Minor[];
};

/** The postings that a draft stands for; null while an amount cannot be read or is zero. */
export function balance(draft: JournalDraft): Balanced | null {
  const customer = parseMinor(cleanAmount(draft.amount), draft.currency);
  if (customer === null || customer === zeroMinor) return null;
  const typed = draft.house
    .slice(0, -1)
    .map((line) => parseMinor(cleanAmount(line.amount), draft.currency));
  const read = typed.filter((amount): amount is Minor => amount !== null);
  if (read.length < typed.length) return null;
  const house = [...read, negateMinor(addMinor(customer, ...read))];
  if (house.some((amount) => amount === zeroMinor)) return null;
  const show = (amount: Minor) => formatMinor(amount, draft.currency);
  const postings: Posting[] = [
    { owner: "customer", purpose: "available", amount: show(customer) },
    ...draft.house.map(({ purpose }, index) => ({
      owner: "house" as const,
      purpose,
      amount: show(house[index] ?? minor(0n)),
    })),
  ];
  return { postings, customer, house };
}

/** The house's account that a line may have: each appears once. */
export function freePurposes(draft: JournalDraft, line: number): readonly HousePurpose[] {
  const others = draft.house.filter((_, index) => index !== line).map(({ purpose }) => purpose);
  return housePurposes.filter((purpose) => !others.includes(purpose));
}
