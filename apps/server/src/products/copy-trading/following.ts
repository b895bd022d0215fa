import {
  followingNumber,
  iso,
  type CallOutput,
  type Calls,
  type Following,
  dayMs,
} from "@sanshi/contract";
import {
  formatMinor,
  minor,
  multiplyDivide,
  negateMinor,
  parseScaled,
  settlementCurrency,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { recordActivity } from "../../governance/activity/activity.ts";
import {
  customerAccounts,
  customerBalances,
  lockBalances,
  type Purpose,
} from "../../ledger/ledger.ts";
import { verifiedName } from "../../money/verification/verification.ts";
import { answerBefore, answeredOnceWithId } from "../../platform/answer-once.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { countAttempt, type RateLimit } from "../../platform/rate-limits.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Reader } from "../../platform/sql/database.ts";
import { isCalledIn } from "../../trading/margin/margin.ts";
import { followingOnWire, scheduleOf } from "./copy-trading.answers.ts";
import {
  basisPointsOf,
  checkFollow,
  valuationFor,
  type Followable,
  type Follower,
} from "./copy-trading.rules.ts";
import { figuresOf } from "./figures.rules.ts";
import * as followings from "./followings.store.ts";
import { livePart } from "./live-figures.ts";
import { takeIn } from "./pool-money.ts";
import * as products from "./products.store.ts";
import type { StoredProduct } from "./products.store.ts";
import { backtestsOf, unitValuesAt, valuesBefore } from "./valuations.store.ts";

type FollowContext = Pick<Context, "database" | "clock" | "hours">;
type Asked = { id: bigint; amount: string };

/** Far more than a person asks for: a program that runs away is told so. */
function requestLimit({ customerId }: Customer): RateLimit {
  return { key: `follow:${customerId}`, attemptsMax: 60, windowMinutes: 1 };
}

/** Follows a strategy: the money is frozen now, and buys units at a value that nobody knows yet. */
export async function follow(
  context: FollowContext,
  customer: Customer,
  { id, amount, stopPercent }: Asked & { stopPercent: number | null },
  requestId: string,
): Promise<Outcome<Following>> {
  const { database, clock, hours } = context;
  const { customerId } = customer;
  const input = { id: `${id}`, amount, stop: stopPercent === null ? null : String(stopPercent) };
  const request = { customerId, requestId, call: "follow", input };
  const before = await answerBefore<Following>(database.reader, request);
  if (before !== null) return before;
  const minutes = await countAttempt(database.reader, [requestLimit(customer)]);
  if (minutes > 0) return refuse("submit_too_frequent");
  return answeredOnceWithId(database, request, async (transaction) => {
    // Its capacity is exact: whoever comes at the same moment waits here.
    const product = await products.lockProduct(transaction, id);
    const accounts = await customerAccounts(transaction, customerId);
    await lockBalances(transaction, [...accounts.values()]);
    const at = clock.now();
    const offered = await followable(transaction, product, at, hours);
    const follower = await followerOf(transaction, customer, product);
    const checked = checkFollow({ amount }, offered, follower, at);
    if (!checked.ok) return { ok: false, refusal: checked.objection };
    if (product === undefined) return refuse("product_not_available");
    const following = await followings.insertFollowing(transaction, {
      productId: id,
      customerId,
      amount: checked.amount,
      stopPercent,
      at,
    });
    const currency = settlementCurrency(product.market);
    await takeIn(transaction, { customerId, currency, following });
    const params = { number: followingNumber(following.id) };
    await recordActivity(transaction, { customerId, kind: "followed", params, at });
    return accept(
      followingOnWire(following, product, { before: null, valueAt: () => null, now: at, hours }),
    );
  });
}

/** What it would mean for this amount, before anything is asked for. */
export async function previewFollow(
  { database, clock, hours }: FollowContext,
  customer: Customer,
  { id, amount }: Asked,
): Promise<Outcome<CallOutput<Calls["/trade/preview-follow"]>>> {
  const { reader } = database;
  const product = await products.findProduct(reader, id);
  const at = clock.now();
  const follower = await followerOf(reader, customer, product);
  const checked = checkFollow(
    { amount },
    await followable(reader, product, at, hours),
    follower,
    at,
  );
  if (!checked.ok) return { ok: false, refusal: checked.objection };
  const valued = product === undefined ? null : valuationFor(scheduleOf(product), at, hours);
  if (product === undefined || valued === null) return refuse("product_not_available");
  const currency = settlementCurrency(product.market);
  const shown = (value: bigint) => formatMinor(minor(value), currency);
  const worst = await worstOf(reader, product, hours);
  const lossOf = (hundredths: bigint | null) =>
    hundredths === null
      ? null
      : shown(multiplyDivide(checked.amount, hundredths, 10_000n, "ceiling"));
  const gain = basisPointsOf(checked.amount, exampleGainPercent * 100);
  return accept({
    available: shown(follower.available),
    available_after: shown(follower.available - checked.amount),
    buys_at: iso(valued.at),
    lock_up_days: product.lock_up_days,
    locked_until: iso(valued.at + product.lock_up_days * dayMs),
    management_fee_a_year: shown(basisPointsOf(checked.amount, product.management_basis_points)),
    performance_percent: (product.performance_basis_points / 100).toFixed(2),
    gain_percent: exampleGainPercent,
    performance_fee_of_gain: shown(basisPointsOf(gain, product.performance_basis_points)),
    worst_month_loss: lossOf(worst.month),
    worst_fall_loss: lossOf(worst.fall),
  });
}

/** What a performance fee is shown of, in money. */
const exampleGainPercent = 10;

/** The worst there was, of the back-test and of what came since, in hundredths of a per cent; null where there is neither. */
async function worstOf(
  reader: Reader,
  product: StoredProduct,
  hours: Context["hours"],
): Promise<{ month: bigint | null; fall: bigint | null }> {
  const tested = (await backtestsOf(reader, [product.id])).get(product.id);
  const { figures: live } = await livePart(reader, product, null, hours);
  const both = [figuresOf(tested?.days ?? []), live];
  const lossIn = (percent: string | null | undefined) => {
    const hundredths = parseScaled(percent?.replace("-", "") ?? "", 2);
    return hundredths === null ? [] : [percent?.startsWith("-") === true ? hundredths : 0n];
  };
  const worst = (losses: readonly bigint[]) =>
    losses.reduce<bigint | null>(
      (most, loss) => (most === null || loss > most ? loss : most),
      null,
    );
  return {
    month: worst(both.flatMap((figures) => lossIn(figures?.worst_month))),
    fall: worst(both.flatMap((figures) => lossIn(figures?.worst_fall))),
  };
}

/** Ends a following after its lock-up: its units are sold at the next valuation, at a value nobody knows yet. */
export function endFollow(
  { database, clock, hours }: FollowContext,
  { customerId }: Customer,
  id: bigint,
  requestId: string,
): Promise<Outcome<Following>> {
  const request = { customerId, requestId, call: "end-follow", input: { id: `${id}` } };
  return answeredOnceWithId(database, request, async (transaction) => {
    const found = await followings.findFollowing(transaction, id);
    if (found === undefined || found.customer_id !== customerId) {
      return refuse("following_not_found");
    }
    // With the product's lock: no valuation is between what is read and what is asked.
    const product = await products.lockProduct(transaction, found.product_id);
    const following = await followings.findFollowing(transaction, id);
    if (product === undefined || following === undefined) return refuse("following_not_found");
    const at = clock.now();
    if (following.status !== 0) return refuse("following_ended");
    if (following.end_asked_at !== null) return refuse("following_ends_already");
    if (following.locked_until === null || at < following.locked_until) {
      const until =
        following.locked_until ??
        (valuationFor(scheduleOf(product), following.asked_at, hours)?.at ?? at) +
          product.lock_up_days * dayMs;
      return refuse("follow_locked", { until: iso(until) });
    }
    await followings.setEndAsked(transaction, id, at);
    const params = { number: followingNumber(id) };
    await recordActivity(transaction, { customerId, kind: "follow_end_asked", params, at });
    const asked = { ...following, end_asked_at: at, end_cause: "customer" as const };
    const before = (await valuesBefore(transaction, [product.id])).get(product.id) ?? null;
    const valueAt = await unitValuesAt(transaction, [asked]);
    return accept(followingOnWire(asked, product, { before, valueAt, now: at, hours }));
  });
}

async function followable(
  reader: Reader,
  product: StoredProduct | undefined,
  now: number,
  hours: Context["hours"],
): Promise<Followable | null> {
  if (product === undefined) return null;
  const flows = (await products.flowsOf(reader, [product.id])).get(product.id);
  return {
    currency: settlementCurrency(product.market),
    minimum: product.minimum,
    capacity: product.capacity,
    taken: flows?.paid_in ?? minor(0n),
    deadline: product.deadline,
    isThere: product.ended_at === null,
    isOpen: product.closed_at === null && product.winds_down_at === null,
    isValued: valuationFor(scheduleOf(product), now, hours) !== null,
  };
}

async function followerOf(
  reader: Reader,
  { customerId, state }: Customer,
  product: StoredProduct | undefined,
): Promise<Follower> {
  const isVerified = (await verifiedName(reader, customerId)) !== null;
  const nothing = minor(0n);
  if (product === undefined) {
    return { state, isVerified, available: nothing, owed: nothing, isCalledIn: false, live: 0 };
  }
  const currency = settlementCurrency(product.market);
  const balances = await customerBalances(reader, customerId);
  const balanceOf = (purpose: Purpose) =>
    balances.find((one) => one.currency === currency && one.purpose === purpose)?.balance ??
    nothing;
  return {
    state,
    isVerified,
    available: balanceOf("available"),
    owed: negateMinor(balanceOf("shortfall_debt")),
    isCalledIn: await isCalledIn(reader, customerId, currency),
    // Exact: whoever follows has locked these balances, whatever the product.
    live: await followings.countLive(reader, customerId),
  };
}
