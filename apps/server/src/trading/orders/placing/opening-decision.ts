import type { MarketKey } from "@sanshi/money";
import { settlementCurrency, shares, zeroMinor } from "@sanshi/money";
import { localDate, marketDate } from "@sanshi/rulebook";
import type { Customer } from "../../../platform/sessions.ts";
import { marketFacts } from "../preparing/market-facts.ts";
import {
  toRefusal,
  feeItemsOnWire,
  keptRefusal,
  levelsOnWire,
  partlyFilledAnswer,
} from "../answering/order-answers.ts";
import {
  checkOpening,
  decideOpening,
  type Opening,
  type OpeningForm,
  type SoundOpening,
} from "./opening.rules.ts";
import type { OrderServices } from "../preparing/order-services.ts";
import { meetingOf, type Meets } from "../preparing/meeting.ts";
import { fillQuote, type OpenedOrder, type OpeningRow } from "../storing/openings.store.ts";
import type { OrderExit } from "../storing/exits.store.ts";
import { begins, exitsWithin } from "../changing/exits-born.ts";
import type { Purchase } from "../preparing/same-day.ts";
import type { ExitPart } from "../checking/bracket.rules.ts";
import type { Decision } from "../checking/order-checks.rules.ts";
import { trailingStop } from "../checking/trailing.rules.ts";

/** An opening order as its customer has sent it. */
export type PlacedForm = { customer: Customer; market: MarketKey; code: string; form: OpeningForm };

export type DecidedOpening = { order: SoundOpening; opening: Opening };

/** What an order does at this moment's quote. */
export function decideNow(
  services: OrderServices,
  { customer, market, code, form }: PlacedForm,
  now: number,
): Decision<DecidedOpening> {
  const { venue, offers, fees } = services;
  const facts = marketFacts(services, market, code, now);
  const checked = checkOpening(form, customer.state, facts, (instrument, date) =>
    offers.of(instrument, date),
  );
  if (!checked.ok) return checked;
  const order = checked.value;
  const { quantity, limit, stop, isMatching, quote } = order;
  const side = order.side === "long" ? "buy" : "sell";
  // Before its stop is reached, and while orders are only collected, nothing is matched.
  const match = stop === null && isMatching ? venue.match({ side, quantity, limit }, quote) : null;
  const opening = decideOpening(order, match, fees.of(order.instrument, localDate(market, now)));
  return opening.ok ? { ok: true, value: { order, opening: opening.value } } : opening;
}

/** As far as the day's rules ask for it. */
export function purchaseOf({ customer, market, code, form }: PlacedForm): Purchase {
  const { customerId } = customer;
  const { side, kind, leverage } = form;
  const isAtMarket = kind === "market";
  return { customerId, market, code, side, leverage: Number(leverage), isAtMarket };
}

/** A decision as the statement writes it. */
export function openingRow(
  services: OrderServices,
  request: { customerId: bigint; requestId: string; inputHash: string },
  decision: Decision<DecidedOpening>,
  ids: bigint[],
): OpeningRow {
  const { customerId, requestId, inputHash } = request;
  const row = (answer: string | null, order: OpenedOrder | null): OpeningRow => ({
    customerId,
    requestId,
    inputHash,
    answer,
    // The first of its customer's in the batch: what makes the batch says what is before the others.
    waitsBefore: 0,
    spentBefore: 0n,
    lentBefore: 0n,
    order,
  });
  if (!decision.ok) return row(keptRefusal(toRefusal(decision.objection)), null);
  const { order, opening } = decision.value;
  const positionId = takeId(ids);
  const exits = withIds(order.exits, ids);
  const opened = openedOrder(services, customerId, { positionId, exits }, order, opening);
  const isWhole = opened.opened === opened.quantity;
  const meets = opened.reserved > 0n ? meetingOf(order, services.context) : null;
  return row(isWhole ? null : answerOf(opened, opening, meets), opened);
}

/** Their order is that of their ids. */
function withIds(exits: readonly ExitPart[], ids: bigint[]): OrderExit[] {
  if (exits.length === 0) return [];
  return exits
    .toReversed()
    .map((exit) => ({ ...exit, id: takeId(ids) }))
    .toReversed();
}

function takeId(ids: bigint[]): bigint {
  const id = ids.pop();
  if (id === undefined) throw new Error("an order without an id");
  return id;
}

function openedOrder(
  services: OrderServices,
  customerId: bigint,
  { positionId, exits }: Pick<OpenedOrder, "positionId" | "exits">,
  order: SoundOpening,
  opening: Opening,
): OpenedOrder {
  const { instrument, side, kind, timeInForce, leverage, quantity } = order;
  const {
    limit,
    stop,
    holdPrice,
    takeProfit,
    stopLoss,
    expiresAt,
    doNotReduce,
    isExtended,
    quote,
  } = order;
  const { market, code } = instrument;
  const { filled, match, price, reserved, credit } = opening;
  const currency = settlementCurrency(market);
  const { clock, hours } = services.context;
  return {
    positionId,
    market,
    code,
    side,
    kind,
    timeInForce,
    leverage,
    quantity,
    limit,
    stop,
    holdPrice,
    takeProfit,
    stopLoss,
    doNotReduce,
    isExtended,
    // An order that leaves nothing waiting has nothing to expire.
    expiresAt: reserved > 0n ? expiresAt : null,
    opened: filled?.quantity ?? shares(0n),
    price,
    amount: filled?.amount ?? zeroMinor,
    fee: filled?.fee ?? zeroMinor,
    margin: filled?.margin ?? zeroMinor,
    feeItems: JSON.stringify(feeItemsOnWire(filled?.feeItems ?? [], currency)),
    value: match?.value ?? 0n,
    levels: match === null ? null : levelsOnWire(match.slices, currency),
    reserved,
    credit,
    exits,
    closings:
      reserved > 0n
        ? []
        : begins(exitsWithin(exits, filled?.quantity ?? shares(0n)), side, price, (...behind) =>
            trailingStop(...behind, {
              ...instrument,
              date: marketDate(market, clock.now(), hours),
            }),
          ),
    quote: fillQuote(quote),
    accounts: services.accounts.of(customerId, market),
  };
}

/** What is told of an order that is not filled as a whole: of its fill, or else of what waits. */
function answerOf(row: OpenedOrder, { filled, waiting }: Opening, meets: Meets | null): string {
  const told = filled ?? waiting;
  return partlyFilledAnswer({
    ...row,
    amount: told?.amount ?? zeroMinor,
    fee: told?.fee ?? zeroMinor,
    filled: row.opened,
    waiting: waiting?.quantity ?? shares(0n),
    quoteSequence: row.quote.sequence,
    meets,
  });
}
