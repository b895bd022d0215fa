import { iso, isoOrNull, positionStatuses } from "@sanshi/contract";
import type { CallOutput, CheckedInput, OperatorCalls } from "@sanshi/contract";
import {
  formatMinor,
  formatPrice,
  minor,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { fundRecords } from "../../money/records/records.ts";
import { listActivity } from "../../governance/activity/activity.ts";
import * as store from "./customer-history.store.ts";
import { look } from "./customers-admin.ts";

type Base = "/api/ops/customers/:account";
type Input<Name extends string> = CheckedInput<
  OperatorCalls[`${Base}/${Name}` & keyof OperatorCalls]
>;
type Output<Name extends string> = Promise<
  Outcome<CallOutput<OperatorCalls[`${Base}/${Name}` & keyof OperatorCalls]>>
>;

/** Every list of the customer's page: the customer is told of the look, then a page is read. */
async function pageOf<Row, Item>(
  context: Context,
  form: { account: string; cursor?: string | undefined; limit: string },
  list: {
    what: string;
    /** Of a list that is sorted by two numbers. */
    isOfTwo?: true;
    read: (page: {
      customerId: bigint;
      before: bigint | undefined;
      /** The second of two numbers. */
      number: number | undefined;
      limit: number;
    }) => Promise<readonly Row[]>;
    item: (row: Row) => Item;
    placeOf: (row: Row) => string;
  },
): Promise<Outcome<{ items: Item[]; next_cursor: string | null }>> {
  const place = list.isOfTwo
    ? placeOf(form.cursor, "number", "count")
    : placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const looked = await look(context, form.account, list.what);
  if (!looked.ok) return looked;
  const limit = Number(form.limit);
  const found = await list.read({
    customerId: looked.value.id,
    before: place?.[0],
    number: place?.[1],
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({ items: shown.map(list.item), next_cursor: more ? list.placeOf(last) : null });
}

export async function postingsOf(context: Context, form: Input<"postings">): Output<"postings"> {
  const { reader } = context.database;
  const ledgerAccount = BigInt(form.ledger_account);
  const isOwn = await store.ownsAccount(reader, form.account, ledgerAccount);
  if (isOwn === undefined) return refuse("customer_not_found");
  if (!isOwn) return refuse("journal_account_not_found");
  return pageOf(context, form, {
    what: "postings",
    read: ({ before, limit }) => store.listPostings(reader, { ledgerAccount, before, limit }),
    item: (row) => ({
      transfer_id: row.transfer_id.toString(),
      kind: row.kind,
      cause_id: row.cause_id.toString(),
      amount: formatMinor(row.amount, row.currency),
      balance_after: formatMinor(row.balance_after, row.currency),
      version: Number(row.version),
      happened_at: iso(row.happened_at),
      against: row.against.map(({ house, purpose, currency, amount }) => ({
        owner: house ? ("house" as const) : ("customer" as const),
        purpose,
        currency,
        amount: formatMinor(minor(BigInt(amount)), currency),
      })),
    }),
    placeOf: (row) => cursorOf(row.version),
  });
}

export function positionsOf(context: Context, form: Input<"positions">): Output<"positions"> {
  return pageOf(context, form, {
    what: "positions",
    read: (page) => store.listPositions(context.database.reader, { ...page, which: form.which }),
    item: (row) => ({
      id: row.id.toString(),
      market: row.market,
      ...context.quotes.called(row.market, row.code, row.ended_at ?? context.clock.now()),
      side: row.side,
      kind: row.kind,
      hours: row.extended_hours ? "extended" : "regular",
      status: positionStatuses[row.status],
      leverage: row.leverage,
      quantity: row.quantity.toString(),
      opened: row.opened.toString(),
      closed: row.closed.toString(),
      limit_price: priceOrNull(row.limit_price, row.market),
      open_price: priceOrNull(row.open_price, row.market),
      realised: formatMinor(row.realised, settlementCurrency(row.market)),
      placed_at: iso(row.placed_at),
      opened_at: isoOrNull(row.opened_at),
      ended_at: isoOrNull(row.ended_at),
    }),
    placeOf: (row) => cursorOf(row.id),
  });
}

export function fillsOf(context: Context, form: Input<"fills">): Output<"fills"> {
  return pageOf(context, form, {
    what: "fills",
    isOfTwo: true,
    read: ({ customerId, before: position, number, limit }) =>
      store.listFills(context.database.reader, {
        customerId,
        before: position === undefined || number === undefined ? null : { position, number },
        limit,
      }),
    item: (row) => ({
      position_id: row.position_id.toString(),
      number: row.number,
      market: row.market,
      ...context.quotes.called(row.market, row.code, row.filled_at),
      side: row.side,
      price: priceIn(row.price, row.market),
      quantity: row.quantity.toString(),
      amount: formatMinor(row.amount, settlementCurrency(row.market)),
      fee: formatMinor(row.fee, settlementCurrency(row.market)),
      feed: row.feed,
      quote_sequence: row.quote_sequence.toString(),
      bid: priceIn(row.bid, row.market),
      ask: priceIn(row.ask, row.market),
      quote_at: iso(row.quote_at),
      filled_at: iso(row.filled_at),
    }),
    placeOf: (row) => cursorOf(row.position_id, row.number),
  });
}

/** As the customer reads them: the same door, so that the two never differ. */
export async function recordsOf(context: Context, form: Input<"records">): Output<"records"> {
  const looked = await look(context, form.account, "records");
  if (!looked.ok) return looked;
  const { id: customerId, account, state } = looked.value;
  const found = await fundRecords(
    context,
    { customerId, account, state, sessionId: "" },
    { currency: null, group: "all", holds: "all", q: "", from: null, to: null },
    { cursor: form.cursor, limit: Number(form.limit) },
  );
  if (!found.ok) return found;
  return accept({ items: found.value.items, next_cursor: found.value.nextCursor });
}

export async function sessionsOf(context: Context, form: Input<"sessions">): Output<"sessions"> {
  const looked = await look(context, form.account, "sessions");
  if (!looked.ok) return looked;
  const found = await store.listSessions(context.database.reader, looked.value.id);
  return accept({
    items: found.map((row) => ({
      id: row.id,
      device: row.device,
      created_at: iso(row.created_at),
      last_seen_at: iso(row.last_seen_at),
      ended_at: isoOrNull(row.revoked_at),
    })),
    next_cursor: null,
  });
}

export function messagesOf(context: Context, form: Input<"messages">): Output<"messages"> {
  return pageOf(context, form, {
    what: "messages",
    read: (page) => store.listMessages(context.database.reader, page),
    item: ({ id, sent_at, read_at, ...row }) => ({
      ...row,
      id: id.toString(),
      sent_at: iso(sent_at),
      read_at: isoOrNull(read_at),
    }),
    placeOf: (row) => cursorOf(row.id),
  });
}

export function activityOf(context: Context, form: Input<"activity">): Output<"activity"> {
  return pageOf(context, form, {
    what: "activity",
    read: ({ before = null, ...page }) =>
      listActivity(context.database.reader, { ...page, before }),
    item: ({ id, kind, params, happened_at }) => ({
      id: id.toString(),
      kind,
      params,
      at: iso(happened_at),
    }),
    placeOf: (row) => cursorOf(row.id),
  });
}

function priceIn(value: Price, market: MarketKey): string {
  return formatPrice(value, settlementCurrency(market));
}

function priceOrNull(value: Price | null, market: MarketKey): string | null {
  return value === null ? null : priceIn(value, market);
}
