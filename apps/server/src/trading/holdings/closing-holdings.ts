import { hash } from "node:crypto";
import { closedPart, iso, type CallOutput, type Calls, type CheckedInput } from "@sanshi/contract";
import {
  formatMinor,
  formatShares,
  minor,
  parseMinor,
  parseShares,
  settlementCurrency,
  shares,
  zeroMinor,
  type MarketKey,
  type Minor,
  type Shares,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { answerInSteps, needsMore } from "../../platform/answer-in-steps.ts";
import { accept, refuse, type Outcome, type Refusal } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import {
  keepClosingGroup,
  orderNumber,
  type ClosingEstimate,
  type ClosingForm,
  type Orders,
} from "../orders/orders.ts";
import { heldRecords } from "../portfolio/portfolio.ts";
import { closableOpening } from "./closable-opening.ts";
import {
  chosenParts,
  closableNow,
  leftOutOf,
  sharesOf,
  takeOldest,
  type ClosableOpening,
  type LeftOut,
  type Part,
} from "./closing-plan.rules.ts";
import { keyOf, keyText } from "./holding-key.ts";

type ClosingContext = Pick<Context, "database" | "clock" | "settings" | "hours">;
export type ClosingOrders = Pick<Orders, "close" | "previewClosings">;
type PreviewInput = CheckedInput<Calls["/trade/preview-close-holding"]>;
type Preview = CallOutput<Calls["/trade/preview-close-holding"]>;
type ClosedHolding = CallOutput<Calls["/trade/close-holding"]>;
type ClosedPart = NonNullable<ClosedHolding["parts"][number]["closed"]>;

/** Which orders close a holding, each with what it would bring by now. */
type Plan = {
  parts: readonly (Part & { estimate: ClosingEstimate })[];
  /** What one call can close. */
  quantityMax: Shares;
  leftOut: readonly LeftOut[];
};

export async function previewClosingHolding(
  context: ClosingContext,
  orders: ClosingOrders,
  customer: Customer,
  input: PreviewInput,
): Promise<Outcome<Preview>> {
  const planned = await plan(context, orders, customer, input);
  if (!planned.ok) return planned;
  const { parts, quantityMax, leftOut } = planned.value;
  const { type: market } = input;
  const currency = settlementCurrency(market);
  const sum = (figure: (estimate: ClosingEstimate) => Minor) =>
    formatMinor(
      minor(parts.reduce((total, { estimate }) => total + figure(estimate), 0n)),
      currency,
    );
  const filled = parts.reduce((total, { estimate }) => total + estimate.filled, 0n);
  return accept({
    quantity: formatShares(sharesOf(parts)),
    quantity_max: formatShares(quantityMax),
    quantity_filled: formatShares(shares(filled)),
    amount: sum(({ amount }) => amount),
    fee: sum(({ fee }) => fee),
    interest: sum(({ interest }) => interest),
    received: sum(({ net }) => net),
    profit: sum(({ profit }) => profit),
    parts: parts.map(({ id, quantity, estimate }) => ({
      id: id.toString(),
      order_number: orderNumber(market, id),
      quantity: formatShares(quantity),
      profit: formatMinor(estimate.profit, currency),
    })),
    left_out: leftOut.map((one) => leftOutOnWire(one, market)),
  });
}

/**
 * What was decided is kept before the first order is placed: whoever asks again, after a crash too, has the
 * same orders placed, each of which has a request id of its own that follows from this one.
 */
type KeptPlan = { parts: { id: string; quantity: string }[]; leftOut: ClosedHolding["left_out"] };

export async function closeHolding(
  context: ClosingContext,
  orders: ClosingOrders,
  customer: Customer,
  { request_id: requestId, ...input }: CheckedInput<Calls["/trade/close-holding"]>,
): Promise<Outcome<ClosedHolding>> {
  const { type, code, side, funding, quantity, openings, kind, price, stop_price } = input;
  const { time_in_force, good_until, do_not_reduce, hours, trail_amount, trail_percent } = input;
  const request = {
    customerId: customer.customerId,
    requestId,
    call: "close-holding",
    input: {
      type,
      code,
      side,
      funding,
      quantity,
      openings,
      kind,
      price,
      stop_price,
      trail_amount,
      trail_percent,
      time_in_force,
      good_until,
      do_not_reduce,
      // One of before it could be said has the same letters.
      ...(hours !== undefined && { hours }),
    },
  };
  const kept = await answerInSteps<KeptPlan, KeptPlan>(context.database, request, {
    decide: async (_, prepared) => prepared ?? needsMore,
    prepare: async (finish) => {
      const planned = await plan(context, orders, customer, input);
      return finish(planned.ok ? accept(keptPlan(planned.value, input.type)) : planned);
    },
  });
  if (!kept.ok) return kept;
  const { parts } = kept.value;
  const { customerId } = customer;
  // A request id is one within its customer's alone: two who send the same one place two orders.
  const groupId = derivedId(requestId, `whole of ${customerId}`);
  await keepClosingGroup(context.database.reader, { id: groupId, customerId });
  const form = { ...closingForm(input), groupId };
  // In the order of the plan: a customer's closing orders are worked off in the order in which they come.
  const outcomes = await Promise.all(
    parts.map(({ id, quantity }) =>
      orders.close(customer, BigInt(id), { ...form, quantity }, derivedId(requestId, id)),
    ),
  );
  const answered: Outcome<ClosedPart>[] = [];
  for (const outcome of outcomes) {
    // Nobody has decided on it yet: asked again with the same id, the rest is placed.
    if (!outcome.ok && outcome.refusal.code === "overloaded") return refuse("outcome_unknown");
    answered.push(outcome.ok ? accept(closedPart.parse(JSON.parse(outcome.value.text))) : outcome);
  }
  const [first] = answered;
  if (first?.ok === false && answered.every(({ ok }) => !ok)) return first;
  return accept(closedOnWire(kept.value, answered, input.type));
}

function keptPlan({ parts, leftOut }: Plan, market: MarketKey): KeptPlan {
  return {
    parts: parts.map(({ id, quantity }) => ({
      id: id.toString(),
      quantity: formatShares(quantity),
    })),
    leftOut: leftOut.map((one) => leftOutOnWire(one, market)),
  };
}

/** A UUID that follows from the request's and a part's name: the same part is never placed twice. */
function derivedId(requestId: string, part: string): string {
  const digits = hash("sha256", `${requestId.toLowerCase()}:${part}`);
  const cut = (from: number, to: number) => digits.slice(from, to);
  return `${cut(0, 8)}-${cut(8, 12)}-8${cut(13, 16)}-8${cut(17, 20)}-${cut(20, 32)}`;
}

function closingForm(input: PreviewInput): Omit<ClosingForm, "quantity"> {
  const { kind, price, stop_price: stopPrice, time_in_force: timeInForce } = input;
  const trail = { trailAmount: input.trail_amount, trailPercent: input.trail_percent };
  const until = { timeInForce, goodUntil: input.good_until };
  return {
    kind,
    price,
    stopPrice,
    ...trail,
    ...until,
    doNotReduce: input.do_not_reduce === "true",
    hours: input.hours,
  };
}

/** Every part is looked at as its order will be: one objection, and none is placed. */
async function plan(
  context: ClosingContext,
  orders: ClosingOrders,
  customer: Customer,
  input: PreviewInput,
): Promise<Outcome<Plan>> {
  const openings = await closableOpenings(context, customer, input);
  if (openings.length === 0) return refuse("position_not_found");
  const closable = closableNow(openings);
  const chosen = choose(openings, closable, input);
  if (!chosen.ok) return chosen;
  const form = closingForm(input);
  const estimates = await orders.previewClosings(
    customer,
    chosen.value.map(({ id, quantity }) => {
      return { positionId: id, form: { ...form, quantity: formatShares(quantity) } };
    }),
  );
  const parts: Plan["parts"][number][] = [];
  for (const [index, part] of chosen.value.entries()) {
    const estimate = estimates[index];
    if (estimate === undefined) throw new Error("a closing order without an estimate");
    if (!estimate.ok) return estimate;
    parts.push({ ...part, estimate: estimate.value });
  }
  return accept({ parts, quantityMax: sharesOf(closable), leftOut: leftOutOf(openings) });
}

async function closableOpenings(
  context: ClosingContext,
  { customerId }: Customer,
  input: PreviewInput,
): Promise<ClosableOpening[]> {
  const held = await heldRecords(context.database.reader, customerId, input.type);
  const wanted = keyText(input);
  const now = context.clock.now();
  return held
    .filter((record) => keyText(keyOf(record)) === wanted)
    .map((record) => closableOpening(context, record, now));
}

function choose(
  openings: readonly ClosableOpening[],
  closable: readonly Part[],
  { quantity: typed, openings: chosen }: PreviewInput,
): Outcome<readonly Part[]> {
  if (chosen !== undefined) {
    const parts = chosenParts(chosen);
    const isSum =
      typed === undefined || (parts !== null && typed === formatShares(sharesOf(parts)));
    if (parts === null || !isSum) return refuse("invalid_request");
    const isOwn = parts.every(({ id }) => openings.some((one) => one.id === id));
    return isOwn ? accept(parts) : refuse("position_not_found");
  }
  // Nothing can be closed: what speaks against the oldest speaks against all.
  if (closable.length === 0) {
    const [oldest = openings[0]] = openings.filter(({ free }) => free > 0n);
    return accept(oldest === undefined ? [] : [{ id: oldest.id, quantity: wantedOf(oldest) }]);
  }
  const max = sharesOf(closable);
  if (typed === undefined) return accept(closable);
  const quantity = parseShares(typed);
  if (quantity === null) return refuse("quantity_not_whole");
  if (quantity <= 0n) return refuse("quantity_not_positive");
  if (quantity > max) return refuse("quantity_exceeds_position", { max: formatShares(max) });
  return accept(takeOldest(closable, quantity));
}

function wantedOf({ free, quantity }: ClosableOpening): Shares {
  return free > 0n ? free : quantity;
}

function leftOutOnWire(
  { id, quantity, reason, until }: LeftOut,
  market: MarketKey,
): ClosedHolding["left_out"][number] {
  return {
    id: id.toString(),
    order_number: orderNumber(market, id),
    quantity: formatShares(quantity),
    reason,
    until: until === null ? null : iso(until),
  };
}

function closedOnWire(
  { parts, leftOut }: KeptPlan,
  answered: readonly Outcome<ClosedPart>[],
  market: MarketKey,
): ClosedHolding {
  const currency = settlementCurrency(market);
  const closed = answered.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  const filled = closed.filter(({ filled_at }) => filled_at !== null);
  const sumShares = (figures: readonly (string | undefined)[]) =>
    formatShares(shares(figures.reduce((sum, text) => sum + (parseShares(text ?? "0") ?? 0n), 0n)));
  const sum = (figure: (part: ClosedPart) => string | undefined) =>
    formatMinor(
      minor(
        filled.reduce(
          (total, part) => total + (parseMinor(figure(part) ?? "0", currency) ?? zeroMinor),
          0n,
        ),
      ),
      currency,
    );
  return {
    quantity: sumShares(parts.map(({ quantity }) => quantity)),
    quantity_filled: sumShares(filled.map(({ quantity }) => quantity)),
    quantity_waiting: sumShares(closed.map(({ quantity_waiting: waiting }) => waiting)),
    amount: sum(({ amount }) => amount),
    fee: sum(({ fee }) => fee),
    interest: sum(({ interest }) => interest),
    profit: sum(({ profit }) => profit),
    shortfall: sum(({ shortfall }) => shortfall),
    filled_at:
      filled
        .map(({ filled_at }) => filled_at)
        .toSorted()
        .at(-1) ?? null,
    parts: parts.map(({ id, quantity }, index) => {
      const outcome = answered[index];
      return {
        id,
        order_number: orderNumber(market, BigInt(id)),
        quantity,
        closed: outcome?.ok === true ? outcome.value : null,
        refusal: outcome?.ok === false ? refusalOnWire(outcome.refusal) : null,
      };
    }),
    left_out: leftOut,
  };
}

function refusalOnWire({ code, params }: Refusal) {
  return params === undefined ? { msg: code } : { msg: code, params };
}
