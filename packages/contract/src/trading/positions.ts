import { amountPerShare, calendarStatus, decimal, marketKey, names, time } from "../wire.ts";
import { orderKinds, timesInForce, positionEndings, venueNotes } from "./constants.ts";
import { extendedMark, tradesFrom } from "./order-fields.ts";
import { z } from "zod";

export const feeItem = z.object({ name: z.string(), amount: decimal });

/** Left out where nothing of the order is open at its venue. */
const venueNote = z.enum(venueNotes).optional().meta({
  description:
    "what the venue has not answered yet; unknown: it is away or late, and is being asked. Nothing is released or filled meanwhile",
});

/** Left out where dividends lower what they lower. */
const unreduced = z
  .literal(true)
  .optional()
  .meta({ description: "marked do not reduce: no dividend lowers its price" });

/**
 * `price` is null of what goes on at the market once its stop is reached; `quantity` is what it still waits for.
 * `stop_price` is there until the market has reached it; of a `trailing_stop` it is the present one, which follows
 * `trail_best` at one of the two distances.
 */
const closingOrder = z.object({
  id: z.string(),
  origin: z.enum(["customer", "take_profit", "stop_loss", "forced_sale"]),
  kind: z.enum(orderKinds).optional(),
  stop_price: decimal.optional(),
  trail_amount: decimal.optional(),
  trail_percent: decimal.optional(),
  trail_best: decimal.optional(),
  quantity: decimal,
  filled: decimal,
  price: decimal.nullable(),
  expires_at: time.nullable(),
  expires_at_status: calendarStatus,
  do_not_reduce: unreduced,
  hours: extendedMark,
  trades_from: tradesFrom,
  at_venue: venueNote,
});

/**
 * The specification's held stock; the extra fields are the labels that it names. `stock_num` is what is
 * left of a position that is held, and the order's shares while it waits or once it has ended.
 * `buy_price` is the fill's, or the limit that waits; `margin` of a working order is the money that
 * is reserved for it. `yingkui` is (now − buy) × shares while held, without fees; once sold it is
 * proceeds − cost − every fee. `sell_fee` is without `stamp_duty`. `sellable_at` is when the first of
 * its shares can be sold; of a working order it is the earliest that it can be. `closing_quantity` is what the closing orders that work on it wait
 * for, `closing_price` the price of the oldest, and `closing_filled` the shares that they have closed so far;
 * `ended_at` is when the record was closed, cancelled or rejected.
 *
 * An order that is filled in part is held (0) for what was filled: `quantity_waiting` is the rest that
 * waits on, and `reserved` the money that is held for it. `margin` of a held position is what of the
 * customer's own money is still in it, `borrowed` what leverage still lends to it, `interest` what has
 * accrued and is paid when it is closed; `interest_paid` was. A short is sold at `buy_price` and
 * bought back at `sell_price`; `interest` is then what borrowing its shares costs.
 */
export const heldStock = z
  .object({
    id: z.string(),
    type: marketKey,
    code: z.string(),
    name: z.string(),
    names,
    status: z.int().min(0).max(6).meta({
      description:
        "0 holding, 1 closing (a closing order waits), 2 closed, 3 pending, 4 cancelled, 5 locked or lent out, 6 rejected",
    }),
    side: z.enum(["long", "short"]),
    kind: z.enum(orderKinds),
    time_in_force: z.enum(timesInForce),
    trades_from: tradesFrom,
    expires_at: time.nullable(),
    expires_at_status: calendarStatus,
    do_not_reduce: unreduced,
    hours: extendedMark,
    leverage: z.int(),
    nowprice: decimal,
    stock_num: decimal,
    buy_price: decimal,
    yingkui: decimal,
    profit_percent: decimal,
    /** What the market did today to the shares that are held or were closed today; fees apart. */
    day_profit: decimal,
    market_value: decimal,
    margin: decimal,
    order_number: z.string(),
    buy_time: time,
    sellable_at: time,
    sellable_at_status: calendarStatus,
    /** What of the shares that no closing order waits for cannot be sold yet, and until when. */
    quantity_locked: decimal,
    locked_until: time.nullable(),
    locked_until_status: calendarStatus,
    /** Of a margin position that has an end: the day on which it is closed by force, and the last day before it. */
    term_ends_on: z.iso.date().nullable(),
    term_ends_on_status: calendarStatus,
    term_last_day: z.iso.date().nullable(),
    term_last_day_status: calendarStatus,
    buy_fee: decimal,
    sell_fee: decimal,
    stamp_duty: decimal,
    sell_price: decimal.nullable(),
    sell_time: time.nullable(),
    quantity_opened: decimal,
    quantity_closed: decimal,
    closing_quantity: decimal.nullable(),
    closing_price: decimal.nullable(),
    closing_filled: decimal.nullable(),
    /** Each closing order that works on the position, the oldest first. */
    closing_orders: z.array(closingOrder),
    limit_price: decimal.nullable(),
    stop_price: decimal.nullable(),
    /** When the market reached the stop. */
    triggered_at: time.nullable(),
    quantity_ordered: decimal,
    quantity_waiting: decimal,
    reserved: decimal,
    /** Of the order that opens it. */
    at_venue: venueNote,
    take_profit: decimal.nullable(),
    stop_loss: decimal.nullable(),
    /** For parts of what the order opens; closing orders as soon as it has ended, and left out then. */
    exits: z
      .array(
        z.object({
          quantity: decimal,
          take_profit: decimal.nullable(),
          stop_loss: decimal.nullable(),
          trail_amount: decimal.optional(),
          trail_percent: decimal.optional(),
        }),
      )
      .optional(),
    /** Of a closed position with several closing orders: what each has closed, at its average price. */
    closed_in: z
      .array(z.object({ kind: z.enum(orderKinds), quantity: decimal, price: decimal }))
      .optional(),
    borrowed: decimal,
    interest: decimal,
    interest_paid: decimal,
    interest_rate: decimal,
    ending: z.enum(positionEndings).nullable(),
    ended_at: time.nullable(),
    /** Shares of it that are lent: they stay the customer's, and selling them recalls them in the same step. */
    lent: decimal,
  })
  .meta({ id: "HeldStock" });

export type HeldStock = z.output<typeof heldStock>;

export const fill = z
  .object({
    id: z.string(),
    side: z.enum(["buy", "sell"]),
    price: decimal,
    quantity: decimal,
    amount: decimal,
    fee: decimal,
    fees: z.array(feeItem),
    at: time,
    hours: extendedMark,
    /** When its money and shares change hands; null in practice mode, where they do at once. */
    settles_on: z.iso.date().nullable(),
    settles_on_status: calendarStatus,
    /** What it took of each level of the quote, the best first; `price` is their average. */
    levels: z.array(z.object({ price: decimal, quantity: decimal })),
    /** The quote that the fill was made at. */
    quote: z.object({
      feed: z.string(),
      sequence: z.string(),
      bid: decimal,
      ask: decimal,
      at: time,
    }),
  })
  .meta({ id: "Fill" });

/**
 * A split or dividend that the position was held over, or a working order's split. A split makes
 * `numerator` shares of `denominator`, and `amount` is the cash for a fraction of a share; of a
 * dividend, it is what was paid, and `equivalent` what of it was paid in its place for shares that were lent. `quantity_after` of an order that the split ended is 0.
 */
export const positionAction = z
  .object({
    kind: z.enum(["split", "dividend"]),
    ex_date: z.string(),
    numerator: z.string().nullable(),
    denominator: z.string().nullable(),
    per_share: amountPerShare.nullable(),
    quantity_before: decimal,
    quantity_after: decimal,
    amount: decimal,
    equivalent: decimal,
    at: time,
  })
  .meta({ id: "PositionAction" });

/** A fill among those of one stock, for its chart; the position has the rest of what is known of it. */
export const stockFill = fill
  .pick({ id: true, side: true, price: true, quantity: true, at: true })
  .extend({ position_id: z.string() });
