import { journalCustomerPurposes, journalHousePurposes } from "@sanshi/contract";

/** Which way a posting goes on an account: in or out of it, or either where what happened decides. */
type Way = "in" | "out" | "either";
type Legs = Readonly<Record<string, Way>>;

/**
 * Of every kind of posting: what its record is, and on whose accounts of which purpose it may stand, and which way.
 * `own` are those of the record's customer or pool, `pool` those of the pool that a follower's record belongs to.
 * What stands elsewhere was moved by nobody whom the record knows, whether or not the transfer sums to zero.
 */
type PostingKind = {
  record:
    | "position"
    | "deposit"
    | "withdrawal"
    | "exchange"
    | "journal"
    | "customer"
    | "subscription"
    | "application"
    | "loan"
    | "provision"
    | "lending"
    | "following"
    | "product";
  own?: Legs;
  pool?: Legs;
  house?: Legs;
};

/** What comes in repays first what a closing left unpaid. */
const comesIn = { available: "in", shortfall_debt: "in" } as const;
const comesOrGoes = { available: "either", shortfall_debt: "either" } as const;

const closing = {
  record: "position",
  own: {
    ...comesOrGoes,
    reserved_orders: "out",
    margin_debt: "in",
    short_collateral: "out",
  },
  house: { market: "either", fees: "in", interest: "in" },
} as const satisfies PostingKind;

const action = {
  record: "position",
  own: { ...comesOrGoes, margin_debt: "in", short_collateral: "out" },
} as const satisfies PostingKind;

const ending = {
  record: "following",
  own: { ...comesIn, followed: "out" },
  pool: { unit_result: "either" },
  house: { product_seed: "in", product_units: "out" },
} as const satisfies PostingKind;

export const postingLegs = {
  order_filled: {
    record: "position",
    own: {
      ...comesOrGoes,
      reserved_orders: "either",
      margin_debt: "out",
      short_collateral: "in",
    },
    house: { market: "either", fees: "in" },
  },
  order_reserved: { record: "position", own: { available: "out", reserved_orders: "in" } },
  order_released: { record: "position", own: { ...comesIn, reserved_orders: "out" } },
  position_closed: closing,
  stock_end_settled: closing,
  // The old position ends and the new one begins.
  shares_exchanged: {
    record: "position",
    own: {
      ...comesOrGoes,
      reserved_orders: "out",
      margin_debt: "either",
      short_collateral: "either",
    },
    house: { market: "either", interest: "in" },
  },
  fill_reversed: {
    record: "position",
    own: { ...comesOrGoes, reserved_orders: "either" },
    house: { market: "either", fees: "either" },
  },
  split_fraction: { ...action, house: { market: "either", interest: "in" } },
  dividend: { ...action, house: { dividends: "either", interest: "in" } },
  dividend_equivalent: { record: "position", own: comesIn, house: { dividends: "out" } },
  subscription_listed: {
    record: "position",
    own: { reserved_subscriptions: "out" },
    house: { market: "in" },
  },
  deposit: { record: "deposit", own: comesIn, house: { bank: "out" } },
  withdrawal_held: {
    record: "withdrawal",
    own: { available: "out", reserved_withdrawals: "in" },
  },
  withdrawal_paid: {
    record: "withdrawal",
    own: { reserved_withdrawals: "out" },
    house: { bank: "in" },
  },
  withdrawal_returned: { record: "withdrawal", own: { ...comesIn, reserved_withdrawals: "out" } },
  exchange_sold: { record: "exchange", own: { available: "out" }, house: { exchange: "in" } },
  exchange_bought: {
    record: "exchange",
    own: comesIn,
    house: { exchange: "out", exchange_income: "in" },
  },
  // Each of its legs is compared with the proposal's own.
  correction: {
    record: "journal",
    own: eitherOf(journalCustomerPurposes),
    house: eitherOf(journalHousePurposes),
  },
  simulated_grant: {
    record: "customer",
    own: { available: "in" },
    house: { simulated_grant: "out" },
  },
  subscription_paid: {
    record: "subscription",
    own: { available: "out", reserved_subscriptions: "in" },
  },
  subscription_returned: {
    record: "subscription",
    own: { ...comesIn, reserved_subscriptions: "out" },
  },
  application_held: {
    record: "application",
    own: { available: "out", reserved_applications: "in" },
  },
  application_returned: {
    record: "application",
    own: { ...comesIn, reserved_applications: "out" },
  },
  loan_paid_out: { record: "loan", own: { available: "in", loan_debt: "out" } },
  loan_interest: {
    record: "loan",
    own: { loan_interest_debt: "out" },
    house: { loan_interest: "in" },
  },
  loan_interest_waived: {
    record: "loan",
    own: { loan_interest_debt: "in" },
    house: { loan_interest: "out" },
  },
  loan_repaid: {
    record: "loan",
    own: { available: "out", loan_debt: "in", loan_interest_debt: "in" },
  },
  // How releases before 0655 wrote a loan off.
  loan_written_off: {
    record: "loan",
    own: { loan_debt: "in", loan_interest_debt: "in" },
    house: { loan_provision: "out" },
  },
  loan_claimed: {
    record: "loan",
    own: { loan_debt: "in", loan_interest_debt: "in", shortfall_debt: "out" },
  },
  loan_provision: {
    record: "provision",
    house: { loan_provision: "either", loan_losses: "either" },
  },
  stock_lending_fee: { record: "lending", own: comesIn, house: { lending_fees: "out" } },
  follow_asked: { record: "following", own: { available: "out", followed: "in" } },
  follow_returned: ending,
  follow_ended: ending,
  product_seeded: {
    record: "following",
    house: { product_seed: "out", product_units: "in" },
  },
  units_marked: { record: "product", own: { units_issued: "either", unit_result: "either" } },
  units_issued: {
    record: "product",
    own: { available: "in", units_issued: "out", unit_result: "either" },
  },
  units_paid: { record: "product", own: { available: "out", units_issued: "in" } },
  fund_fee: {
    record: "product",
    own: { available: "out", shortfall_debt: "out" },
    house: { fund_fees: "in" },
  },
  pool_residue: {
    record: "product",
    own: { available: "out" },
    house: { product_residue: "in" },
  },
} as const satisfies Readonly<Record<string, PostingKind>>;

function eitherOf(purposes: readonly string[]): Legs {
  return Object.fromEntries(purposes.map((purpose) => [purpose, "either" as const]));
}

export const postingKinds = Object.keys(postingLegs);

/** One row a leg: kind, `house` or `customer`, purpose, and -1, 0 (either) or 1. */
export function legRows(): [kind: string, owner: string, purpose: string, sign: number][] {
  const signs = { in: 1, out: -1, either: 0 } as const;
  return Object.entries<PostingKind>(postingLegs).flatMap(([kind, { own, pool, house }]) =>
    (
      [
        ["customer", { ...own, ...pool }],
        ["house", { ...house }],
      ] as const
    ).flatMap(([owner, legs]) =>
      Object.entries(legs).map(([purpose, way]): [string, string, string, number] => [
        kind,
        owner,
        purpose,
        signs[way],
      ]),
    ),
  );
}
