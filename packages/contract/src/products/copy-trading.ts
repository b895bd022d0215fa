import { defineCall } from "../call.ts";
import {
  cursor,
  decimal,
  listLimit,
  marketKey,
  marketType,
  names,
  page,
  recordId,
  requestId,
  time,
} from "../wire.ts";
import { fundPassword } from "../people/passwords.ts";
import {
  backtestBars,
  copyPeriods,
  copyProductStates,
  copyProductStrategies,
  copyConsentStates,
  shownAsPattern,
  followEndCauses,
  suspensionCauses,
} from "./copy-constants.ts";
import { z } from "zod";

const percent = decimal.meta({ description: "in per cent" });

/** What a series of daily values after fees comes to. */
const figures = z
  .object({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.int(),
    /** Days that ended lower than they began. */
    lost_days: z.int(),
    return: percent,
    /** The market's index over the same days; null where it has none. */
    index_return: percent.nullable(),
    /** From a highest value to the lowest after it, and how many days until it was reached again, or until now. */
    worst_fall: percent,
    worst_fall_days: z.int(),
    /** Whether it was reached again. */
    worst_fall_is_over: z.boolean(),
    /** A year's, of the daily returns. */
    volatility: percent,
    worst_day: percent,
    /** Of any 30 days in a row; null of fewer. */
    worst_month: percent.nullable(),
    /** What was bought and sold in these days, as a part of the pool. */
    turnover: percent,
    /** Fees of trading and what the spread cost in these days, as a part of the pool. */
    costs: percent,
  })
  .meta({ id: "CopyFigures" });

const following = z
  .object({
    id: recordId,
    number: z.string(),
    product: recordId,
    type: marketKey,
    names,
    issuer: z.string(),
    status: z.int().min(0).max(1).meta({ description: "0 following, 1 ended" }),
    /** The buy amount: frozen while it follows. */
    money: decimal,
    asked_at: time,
    /** When its units were or will be bought, and until when they cannot be ended. */
    buy_time: time.nullable(),
    buys_at: time.nullable(),
    locked_until: time.nullable(),
    units: decimal.nullable(),
    /** A unit's value as it was bought, and at the last valuation or the one that sold it. */
    unit_cost: decimal.nullable(),
    unit_value: decimal.nullable(),
    /** At the last valuation; what it brought, once it has ended. */
    value: decimal,
    valued_at: time.nullable(),
    daily_profit: decimal,
    total_profit: decimal,
    total_profit_percent: percent,
    stop_percent: z.int().nullable(),
    stop_reached_at: time.nullable(),
    end_asked_at: time.nullable(),
    end_cause: z.enum(followEndCauses).nullable(),
    ends_at: time.nullable(),
    ended_at: time.nullable(),
  })
  .meta({ id: "Following" });

export type Following = z.output<typeof following>;

const product = z
  .object({
    id: recordId,
    type: marketKey,
    names,
    issuer: z.string(),
    /** Whether operators named it, and not the simulated market. */
    written_by_staff: z.boolean(),
    strategy: z.enum(copyProductStrategies),
    state: z.enum(copyProductStates),
    /** Only ever a range of a back-test, with its period: no promise. Null until it was tested. */
    expected_daily_profit: z
      .object({
        low: percent,
        high: percent,
        from: z.iso.date(),
        to: z.iso.date(),
        days: z.int(),
        lost_days: z.int(),
      })
      .nullable(),
    minimum: decimal,
    deadline: time,
    lock_up_days: z.int(),
    /** Of what followers pay in, and what of it is still free. */
    capacity: decimal,
    capacity_left: decimal,
    followers: z.int(),
    /** The house's own money that is in it. */
    seed: decimal,
    /** What its pool may borrow at most; zero of a strategy that trades with its own money alone. */
    credit_limit: decimal,
    management_percent: percent,
    performance_percent: percent,
    unit_value: decimal,
    high_water: decimal,
    /** Published, and valued last. */
    published_at: time,
    valued_at: time.nullable(),
    /** The moment until which one has to ask, and the valuation that one is in then; null where there is none. */
    next: z.object({ asked_until: time, at: time }).nullable(),
    suspended: z.object({ since: time, cause: z.enum(suspensionCauses) }).nullable(),
    closed_at: time.nullable(),
    winds_down: z.object({ at: time, reason: names }).nullable(),
    stopped_at: time.nullable(),
    ended_at: time.nullable(),
    /** What it made after fees in the period that was asked for; null where it was not valued twice in it. */
    result: z
      .object({
        from: z.iso.date(),
        to: z.iso.date(),
        return: percent,
        index_return: percent.nullable(),
      })
      .nullable(),
    mine: z.int(),
  })
  .meta({ id: "CopyProduct" });

export type CopyProduct = z.output<typeof product>;

const point = z.object({
  day: z.iso.date(),
  /** Live and tested parts are drawn apart: both begin at 100. */
  value: decimal,
  index: decimal.nullable(),
});

const productPage = z
  .object({
    product,
    /** Live and tested parts each have figures, points and the index of their own days: they are never joined. */
    live: z.object({ figures: figures.nullable(), points: z.array(point) }),
    backtest: z.object({
      figures: figures.nullable(),
      points: z.array(point),
      /** Null until it was tested. */
      bars: z.enum(backtestBars).nullable(),
    }),
    /** The code of the market's index beside both. */
    index: z.string().nullable(),
    holds: z.array(
      z.object({
        code: z.string(),
        names,
        side: z.enum(["long", "short"]),
        quantity: decimal,
        value: decimal.nullable(),
      }),
    ),
    cash: decimal,
  })
  .meta({ id: "CopyProductPage" });

export type CopyProductPage = z.output<typeof productPage>;

const trade = z.object({
  position: recordId,
  number: z.int(),
  code: z.string(),
  names,
  side: z.enum(["buy", "sell"]),
  quantity: decimal,
  price: decimal,
  amount: decimal,
  fee: decimal,
  profit: decimal.nullable(),
  filled_at: time,
  feed: z.string(),
  quote_sequence: z.string(),
  bid: decimal,
  ask: decimal,
});

const period = z
  .enum(copyPeriods)
  .default("start")
  .meta({ description: "month, quarter, year, or since it was published" });

const stopPercent = z.string().regex(/^[1-9]\d?$/);
const asked = { id: recordId, amount: decimal };
const refusals = [
  "account_frozen",
  "trading_disabled",
  "not_verified",
  "product_not_available",
  "product_follow_expired",
  "amount_not_positive",
  "amount_too_precise",
  "amount_below_minimum",
  "follow_capacity_exceeded",
  "followings_too_many",
  "unpaid_debt",
  "margin_call_open",
  "insufficient_balance",
] as const;

/** Everything that offering an account can do to the customer whose account it is. */
const copyConsent = z
  .object({
    id: recordId,
    type: marketKey,
    state: z.enum(copyConsentStates),
    /** The name under which followers see who trades. */
    shown_as: z.string(),
    /** The most of followers' money that may follow it. */
    capacity_most: decimal,
    consented_at: time,
    revoked_at: time.nullable(),
    /** What was published of it, and how many follow. */
    product: z
      .object({
        id: recordId,
        names,
        state: z.enum(copyProductStates),
        followers: z.int(),
        paid_in: decimal,
      })
      .nullable(),
    can_revoke: z.boolean(),
    /** The signed proof of what was consented to: Ed25519 over the canonical JSON of the rest. */
    receipt: z.object({
      kind: z.literal("copy_consent"),
      type: marketKey,
      shown_as: z.string(),
      capacity_most: decimal,
      nonce: z.string(),
      at: time,
      signature: z.string(),
    }),
  })
  .meta({ id: "CopyConsent" });

export type CopyConsent = z.output<typeof copyConsent>;

export const copyTradingCalls = {
  "/trade/productlist": defineCall({
    summary:
      "The strategies of a market that can be followed, and those that are over, which stay in the ranking, with what each made in a period",
    access: "customer",
    input: z.strictObject({ type: marketType, period }),
    output: z.array(product),
    refusals: [],
  }),
  "/trade/product": defineCall({
    summary:
      "One strategy with its values and figures of a period, tested and live apart, and what it holds",
    access: "customer",
    input: z.strictObject({ id: recordId, period }),
    output: productPage,
    refusals: ["product_not_available"],
  }),
  "/trade/product-trades": defineCall({
    summary: "Every trade of a strategy with the quote that it was made at, the newest first",
    access: "customer",
    input: z.strictObject({ id: recordId, cursor: cursor.optional(), limit: listLimit }),
    output: page(trade),
    refusals: ["product_not_available", "invalid_request"],
  }),
  "/trade/preview-follow": defineCall({
    summary: "What following would mean for an amount: lock-up, fees and the worst month in money",
    access: "customer",
    input: z.strictObject(asked),
    output: z.object({
      available: decimal,
      available_after: decimal,
      /** The valuation at which units are bought, at a value that nobody knows yet. */
      buys_at: time,
      lock_up_days: z.int(),
      locked_until: time,
      management_fee_a_year: decimal,
      /** Of what a unit gains above the highest value that it ever had; in money where this amount gains so much. */
      performance_percent: percent,
      gain_percent: z.int(),
      performance_fee_of_gain: decimal,
      /** What this amount would have lost in the worst 30 days, tested or live; null where neither has 30 days. */
      worst_month_loss: decimal.nullable(),
      worst_fall_loss: decimal.nullable(),
    }),
    refusals,
  }),
  "/trade/follow": defineCall({
    summary: "Follows a strategy with an amount; its units are bought at the next valuation",
    access: "customer",
    input: z.strictObject({
      ...asked,
      stop_percent: stopPercent.optional(),
      request_id: requestId,
    }),
    output: following,
    refusals: ["request_id_reused", "submit_too_frequent", ...refusals],
  }),
  "/trade/end-follow": defineCall({
    summary: "Ends a following after its lock-up; its units are sold at the next valuation",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId }),
    output: following,
    refusals: [
      "request_id_reused",
      "following_not_found",
      "following_ended",
      "following_ends_already",
      "follow_locked",
    ],
  }),
  "/trade/consent-copy": defineCall({
    summary:
      "Consents, with the fund password, to the own account of a market being offered as a strategy within these terms; answers with a signed receipt",
    access: "customer",
    input: z.strictObject({
      type: marketType,
      shown_as: z.string().regex(shownAsPattern),
      capacity_most: decimal,
      fund_password: fundPassword,
      request_id: requestId,
    }),
    output: copyConsent,
    refusals: [
      "request_id_reused",
      "account_frozen",
      "trading_disabled",
      "not_verified",
      "reset_hold",
      "fund_password_not_set",
      "copy_consent_exists",
      "amount_not_positive",
      "amount_too_precise",
      "proof_required",
      "too_many_tries",
      "wrong_fund_password",
    ],
  }),
  "/trade/revoke-copy-consent": defineCall({
    summary:
      "Revokes a consent; what was published of it is wound down at its next valuation, everybody at the same value",
    access: "customer",
    input: z.strictObject({ id: recordId, request_id: requestId }),
    output: copyConsent,
    refusals: ["request_id_reused", "copy_consent_not_found", "copy_consent_ended"],
  }),
  "/trade/copy-consents": defineCall({
    summary:
      "The customer's own consents to the account being offered and what became of them, the newest first",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(copyConsent),
    refusals: [],
  }),
  "/trade/userproductlist": defineCall({
    summary: "What the customer follows and has followed, the newest first",
    access: "customer",
    input: z.strictObject({ type: marketType }),
    output: z.array(following),
    refusals: [],
  }),
};
