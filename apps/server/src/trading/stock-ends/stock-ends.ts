import {
  iso,
  isoOrNull,
  type CallOutput,
  type CheckedInput,
  type Difference,
  type MessageLink,
  type OperatorCalls,
} from "@sanshi/contract";
import {
  formatPrice,
  formatShareRatio,
  settlementCurrency,
  type MarketKey,
  type ShareRatio,
} from "@sanshi/money";
import type { Context } from "../../context.ts";
import { stockEndsAt } from "../../market-feed/stock-ends.ts";
import { propose, type Handlers, type Proposed } from "../../governance/approvals/approvals.ts";
import { sendMessages } from "../../people/messages/messages.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { concernedCustomers } from "../positions/positions.ts";
import { endOrdersOfStock, priceMax } from "../orders/orders.ts";
import { publishDecided } from "../../market/news-editor/news-editor.ts";
import { endAhead, endWithdrawn, type EndInNews } from "./stock-ends.texts.ts";
import { checkEnd, objectToWithdrawal } from "./stock-ends.rules.ts";
import { shownTarget } from "./receipts.ts";
import * as store from "./stock-ends.store.ts";

export { endAhead, endSettled } from "./stock-ends.texts.ts";
export { endReceiptsOf, exchangeReceiptsOf } from "./receipts.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Listed = CallOutput<OperatorCalls["/api/ops/stock-ends"]>;

function subjectOf(market: MarketKey, code: string): string {
  return `${market}:${code}`;
}

export async function stockEndsListed(
  context: Context,
  { cursor, limit }: Input<"/api/ops/stock-ends">,
): Promise<Outcome<Listed>> {
  const { database, feed, quotes, clock, hours } = context;
  const place = placeOf(cursor, "number");
  if (place === null) return refuse("invalid_request");
  const count = Number(limit);
  const page = { feed: feed.name, before: place?.[0] ?? null, limit: count + 1 };
  const found = await store.listEnds(database.reader, page);
  const shown = found.slice(0, count);
  const last = shown.at(-1);
  const now = clock.now();
  return accept({
    takes_cash_price: feed.kind === "live",
    items: shown.map((row) => {
      const { market, code, last_trading_day: lastTradingDay } = row;
      const currency = settlementCurrency(market);
      const isOver = now >= stockEndsAt({ market, lastTradingDay }, hours);
      const objection = objectToWithdrawal(withdrawable(row, hours), now);
      return {
        id: row.id.toString(),
        type: market,
        code,
        names: quotes.instrument(market, code)?.names ?? null,
        kind: row.kind,
        source: row.source,
        last_trading_day: lastTradingDay,
        cash_price: row.cash_price === null ? null : formatPrice(row.cash_price, currency),
        document_address: row.document_address,
        target: shownTarget(context, row),
        announced_at: iso(row.announced_at),
        withdrawn_at: isoOrNull(row.withdrawn_at),
        is_over: isOver,
        can_withdraw: objection === null,
        settlement_price:
          row.settlement_price === null ? null : formatPrice(row.settlement_price, currency),
        price_of: row.price_of,
        settled_at: isoOrNull(row.settled_at),
        settled_positions: row.settled_positions,
      };
    }),
    next_cursor: found.length > count && last !== undefined ? cursorOf(last.id) : null,
  });
}

function withdrawable(row: store.StoredEnd, hours: Context["hours"]) {
  const { market, source, last_trading_day: lastTradingDay, withdrawn_at: withdrawnAt } = row;
  const endsAt = stockEndsAt({ market, lastTradingDay }, hours);
  return { source, withdrawn: withdrawnAt !== null, endsAt };
}

export function proposeStockEnd(
  context: Context,
  operator: Operator,
  audit: Audit,
  form: Input<"/api/ops/stock-ends/propose">,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const { type: market, code, kind, last_trading_day, cash_price, document_address } = form;
    if (form.target !== undefined && kind !== "merged") return refuse("end_target_not_merged");
    const subject = subjectOf(market, code);
    const input = {
      ...{ market, code, kind, last_trading_day },
      cash_price: cash_price ?? null,
      document_address: document_address ?? null,
      ...(form.target !== undefined && { target: form.target }),
    };
    const note = form.note ?? "";
    const proposed = await propose(context, transaction, operator, {
      ...{ kind: "stock_end", subject, input, note },
    });
    if (!proposed.ok) return proposed;
    await audit.within(transaction, subject, { proposal: proposed.value.id, ...input });
    return proposed;
  });
}

export function proposeWithdrawal(
  context: Context,
  operator: Operator,
  audit: Audit,
  { id, note = "" }: Input<"/api/ops/stock-ends/:id/withdraw">,
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const subject = `end:${id}`;
    const proposed = await propose(context, transaction, operator, {
      ...{ kind: "stock_end_withdrawn", subject, input: { end: id }, note },
    });
    if (proposed.ok) await audit.within(transaction, subject, { proposal: proposed.value.id });
    return proposed;
  });
}

/** Every process hears of an approved end; whoever it concerns gets a message. */
export const stockEndProposals: Handlers<"stock_end" | "stock_end_withdrawn"> = {
  stock_end: {
    approve: "approve_proposals",
    differences: async (context, _transaction, input) => {
      const checked = check(context, input);
      if (!checked.ok) return refuse(checked.code, checked.params);
      return accept(differencesOf(input));
    },
    apply: async (context, transaction, { input, proposalId, approvedBy, at }) => {
      const checked = check(context, input);
      if (!checked.ok) return refuse(checked.code, checked.params);
      const { market, code, kind, last_trading_day: lastTradingDay } = input;
      const announced = await announceEnd(context, transaction, {
        ...{ market, code, kind, lastTradingDay, proposalId, at, source: "operators" },
        cashPrice: checked.cashPrice,
        documentAddress: input.document_address,
        target: targetOf(input, checked.ratio),
        writtenBy: approvedBy,
      });
      // Another one was approved a moment ago.
      return announced ? accept({}) : refuse("end_exists", { last_day: lastTradingDay });
    },
  },
  stock_end_withdrawn: {
    approve: "approve_proposals",
    endsWhenRefused: true,
    differences: async (context, transaction, { end: id }) => {
      const found = await findWithdrawable(context, transaction, id);
      if (!found.ok) return found;
      const { market, code, last_trading_day: day } = found.value;
      return accept([
        { field: "stock_code", before: null, after: subjectOf(market, code) },
        { field: "last_trading_day", before: day, after: null },
      ]);
    },
    apply: async (context, transaction, { input, proposalId, approvedBy, at }) => {
      const found = await findWithdrawable(context, transaction, input.end);
      if (!found.ok) return found;
      await store.noteWithdrawn(transaction, { id: found.value.id, proposalId, at });
      const texts = endWithdrawn(endInNews(context, found.value));
      const { market } = found.value;
      await publishDecided(transaction, { market, texts, writtenBy: approvedBy, at });
      return accept({});
    },
  },
};

type StockEndInput = {
  market: MarketKey;
  code: string;
  kind: "delisted" | "merged";
  last_trading_day: string;
  cash_price: string | null;
  document_address: string | null;
  target?: { type: MarketKey; code: string; ratio: string } | undefined;
};

function targetOf({ target }: StockEndInput, ratio: ShareRatio | null) {
  return target === undefined || ratio === null ? null : { code: target.code, ratio };
}

function check({ quotes, feed, clock, hours }: Context, input: StockEndInput) {
  const { market, code, target } = input;
  const quote = quotes.get(market, code);
  return checkEnd(
    {
      market,
      lastTradingDay: input.last_trading_day,
      cashPrice: input.cash_price,
      documentAddress: input.document_address,
      target:
        target === undefined
          ? null
          : { market: target.type, code: target.code, ratio: target.ratio },
    },
    {
      instrument: quotes.instrument(market, code),
      target:
        target === undefined
          ? null
          : quotes.instrument(market, quotes.present(market, target.code)),
      hasPrice: quote !== null && quote.last > 0n,
      isLive: feed.kind === "live",
      priceMax,
      now: clock.now(),
      hours,
    },
  );
}

function differencesOf(input: StockEndInput): Difference[] {
  const after: readonly (readonly [field: string, value: string | null])[] = [
    ["stock_code", input.code],
    ["end_kind", input.kind],
    ["last_trading_day", input.last_trading_day],
    ["end_target", input.target?.code ?? null],
    ["end_ratio", input.target?.ratio ?? null],
    ["end_price", input.cash_price ?? (input.target === undefined ? "at_close" : null)],
    ["document_address", input.document_address],
  ];
  return after
    .filter(([, value]) => value !== null)
    .map(([field, value]) => ({ field, before: null, after: value }));
}

async function findWithdrawable(
  { clock, hours }: Context,
  transaction: Transaction,
  id: string,
): Promise<Outcome<store.StoredEnd>> {
  const end = await store.lockEnd(transaction, BigInt(id));
  if (end === undefined) return refuse("end_not_found");
  const objection = objectToWithdrawal(withdrawable(end, hours), clock.now());
  return objection === null ? accept(end) : refuse(objection);
}

/** False where an end of the stock stands already. Orders that would work for longer end with its last trading day. */
export async function announceEnd(
  { feed, hours, quotes }: Pick<Context, "feed" | "hours" | "quotes">,
  transaction: Transaction,
  { writtenBy, ...end }: Omit<store.NewEnd, "feed"> & { writtenBy: bigint | null },
): Promise<boolean> {
  const id = await store.insertEnd(transaction, { ...end, feed: feed.name });
  if (id === null) return false;
  const { market, code } = end;
  await endOrdersOfStock(transaction, { market, code, endsAt: stockEndsAt(end, hours) });
  const { target, lastTradingDay, at } = end;
  const given = target && {
    ...{ code: target.code, names: quotes.names(market, target.code) },
    ratio: formatShareRatio(target.ratio),
  };
  const names = quotes.names(market, code);
  const texts = endAhead({ code, names, lastTradingDay, target: given });
  await publishDecided(transaction, { market, texts, writtenBy, at });
  return true;
}

/** So many customers get theirs in one transaction. */
const notifiedAtOnceMax = 500;

/** Sends the next customers a message of an end or its withdrawal, if somebody is left. */
export function notifyConcerned(
  context: Pick<Context, "database" | "clock" | "quotes">,
): Promise<boolean> {
  return context.database.transaction(async (transaction) => {
    const notice = await store.lockNotice(transaction);
    if (notice === undefined) return false;
    const { market, code, what } = notice;
    const page = { after: notice.told_through, limit: notifiedAtOnceMax };
    const customerIds = await concernedCustomers(transaction, { market, codes: [code] }, page);
    const link: MessageLink = `/quotes/info?type=${market}&code=${code}`;
    const kind = what === "announced" ? "stock_end_announced" : "stock_end_withdrawn";
    await sendMessages(
      transaction,
      customerIds.map((customerId) => ({
        ...{ customerId, kind, link, at: context.clock.now() },
        params: endParams(context, notice),
      })),
    );
    const isLast = customerIds.length < notifiedAtOnceMax;
    await store.markNotified(transaction, notice, isLast ? null : (customerIds.at(-1) ?? null));
    return true;
  });
}

/** What the news of an end names. */
export function endInNews(context: Pick<Context, "quotes">, end: store.StoredEnd): EndInNews {
  const { market, code, last_trading_day: lastTradingDay } = end;
  const names = context.quotes.names(market, code);
  return { code, names, lastTradingDay, target: shownTarget(context, end) };
}

/** What fills the sentences of a stock's end. */
export function endParams({ quotes }: Pick<Context, "quotes">, end: store.StoredEnd) {
  const { market, code } = end;
  const currency = settlementCurrency(market);
  const names = quotes.names(market, code);
  const target = shownTarget({ quotes }, end);
  return {
    type: market,
    code,
    name_jp: names.jp,
    name_cn: names.cn,
    name_us: names.us,
    last_day: end.last_trading_day,
    currency,
    ...(end.cash_price !== null && { cash_price: formatPrice(end.cash_price, currency) }),
    ...(end.document_address !== null && { document: end.document_address }),
    ...(target !== null && {
      target: target.code,
      target_name_jp: target.names.jp,
      target_name_cn: target.names.cn,
      target_name_us: target.names.us,
      share_ratio: target.ratio,
    }),
  };
}
