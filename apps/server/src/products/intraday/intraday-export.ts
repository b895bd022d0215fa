import {
  intradayExportedMax,
  type CheckedInput,
  type ColumnKind,
  type OperatorCalls,
} from "@sanshi/contract";
import { dayTradingTimes } from "@sanshi/rulebook";
import type { Context } from "../../context.ts";
import { tableFile } from "../../money/records/records.ts";
import type { FileAnswer } from "../../platform/http/operator-http.ts";
import { exposureNow, filterOf, tradesOnWire } from "./intraday-for-operators.ts";
import * as store from "./intraday-operators.store.ts";
import type { OperatorTrade } from "./intraday-operators.store.ts";

type Form = CheckedInput<OperatorCalls["/api/ops/intraday/export"]>;

export async function intradayExport(context: Context, form: Form): Promise<FileAnswer> {
  const isSimulated = context.feed.kind === "simulated";
  const day = form.day ?? dayTradingTimes(form.type, context.clock.now(), context.hours).date;
  const [titles = [], ...rows] = await linesOf(context, form, day);
  const name = `intraday-${form.which}-${form.type}-${day}`;
  const columns = titles.map((title) => ({ title, kind: kindOf(title) }));
  return tableFile({ name, format: form.format, isSimulated }, { columns, rows });
}

const figures = new Set([
  ...["trades", "long_shares", "short_shares", "long_value", "short_value", "margin", "borrowed"],
  ...["profit", "leverage", "quantity", "open_price", "fees", "interest", "realised", "price"],
  ...["closed_quantity", "bid", "ask"],
]);

function kindOf(title: string): ColumnKind {
  if (figures.has(title)) return "figure";
  return title === "at" || title.endsWith("_at") ? "time" : "text";
}

async function linesOf(context: Context, form: Form, day: string): Promise<string[][]> {
  if (form.which === "exposure") return exposureLines(context, form);
  const { database } = context;
  const limit = intradayExportedMax;
  const found = await database.readHeavily((reader) =>
    form.which === "trades"
      ? store.tradesPage(reader, filterOf(form), { before: null, limit })
      : store.squareOffPage(reader, filterOf({ ...form, day }), { after: 0, limit }),
  );
  return tradeLines(context, found);
}

async function exposureLines(context: Context, form: Form): Promise<string[][]> {
  const { stocks } = await exposureNow(context, form.type);
  const columns = [
    ...["code", "trades", "long_shares", "short_shares", "long_value", "short_value"],
    ...["margin", "borrowed", "profit", ...nameColumns],
  ];
  return [
    columns,
    ...stocks.map((row) => [
      ...[row.code, row.trades.toString(), row.long_shares, row.short_shares, row.long_value],
      ...[row.short_value, row.margin, row.borrowed, row.profit, ...namesIn(row)],
    ]),
  ];
}

const tradeColumns = [
  ...["number", "id", "account", "type", "code", "side", "leverage", "quantity", "state", "result"],
  ...["applied_at", "squares_off_at", "session_ends_at", "carried_at", "ended_at", "position"],
  ...["open_price", "fees", "interest", "realised", "failure", "obstacles", "at", "price"],
  ...["closed_quantity", "feed", "sequence", "bid", "ask", "quote_at"],
];
/** Behind the others: a program that counts columns finds those that it knows. */
const nameColumns = ["name_jp", "name_cn", "name_us"];

function namesIn({ names }: { names: Record<"jp" | "cn" | "us", string> }): string[] {
  return [names.jp, names.cn, names.us];
}

/** A line for each part that was closed, and one for a trade of which none was. */
async function tradeLines(context: Context, trades: readonly OperatorTrade[]): Promise<string[][]> {
  const shown = await tradesOnWire(context, trades);
  const lines = shown.flatMap((row, index) => {
    const number = trades[index]?.number ?? 0;
    const known = [
      ...[number === 0 ? "" : number.toString(), row.id, row.account, row.type, row.code, row.side],
      ...[row.leverage.toString(), row.quantity, row.state, row.result, row.applied_at],
      ...[row.squares_off_at, row.session_ends_at, row.carried_at, row.ended_at, row.position],
      ...[row.open_price, row.fees, row.interest, row.realised, row.failure],
      row.obstacles.map(({ reason, at }) => `${reason} ${at}`).join("; "),
    ].map((cell) => cell ?? "");
    const parts = row.squared_off.map(({ at, price, quantity, quote }) => [
      ...[at, price, quantity, quote.feed, quote.sequence, quote.bid, quote.ask, quote.at],
    ]);
    const none = tradeColumns.slice(known.length).map(() => "");
    const own = namesIn(row);
    return (parts.length === 0 ? [none] : parts).map((part) => [...known, ...part, ...own]);
  });
  return [[...tradeColumns, ...nameColumns], ...lines];
}
