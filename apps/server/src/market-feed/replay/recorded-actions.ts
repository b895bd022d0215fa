import type { RecordFault } from "@sanshi/contract/record-faults";
import type { NoStock } from "./instrument-of.ts";
import {
  parsePrice,
  readPerShare,
  readShareRatio,
  settlementCurrency,
  type MarketKey,
  type Price,
} from "@sanshi/money";
import { boardOf, priceLimits } from "@sanshi/rulebook";
import { dividendOn } from "../market-feed.ts";
import { readRows, type CsvRow } from "./csv.ts";
import type { DailySink } from "./daily-file.ts";
import type { Layout } from "./layout.ts";
import { dayNumberOf } from "./day-numbers.ts";
import { tradingDateOf } from "./moments.ts";
import { readPrice } from "./recorded-rows.ts";
import type { RecordText } from "./record-texts.ts";
import { renamedAction } from "./recorded-renames.ts";
import { barOn, type RecordedStock, type ToldAction, type ToldEnd } from "./recorded-stock.ts";
import { isTraded } from "./tape.ts";
import { writtenRatio, type Ratio } from "./written-ratios.ts";

/**
 * Reads a file of splits, dividends and ends: ours (`action`, `value`), Yahoo's two downloads (`Dividends`, `Stock
 * Splits`) and Tushare's `dividend` (per share: `cash_div_tax` in money, `stk_div` in shares).
 */
export function readActions(text: RecordText, layout: Layout, sink: DailySink): void {
  const { file } = text;
  const { stockOf, leaveOut } = sink;
  for (const { row, line, stock } of rowsOfStocks(text, layout, sink)) {
    const end = endOf(row);
    if (end !== null) {
      const terms = end.kind === "merged" ? termsOf(row("value") ?? "", stock, stockOf) : {};
      if (typeof terms === "string") leaveOut({ file, line, reason: terms });
      else stock.toldEnds.push({ file, line, ...end, ...terms });
      continue;
    }
    const read = actionsOf(row, stock.instrument.market);
    const found = read === "no_date" ? (row("ex_date") ?? row("date") ?? "") : undefined;
    if (typeof read === "string") leaveOut({ file, line, reason: read, found });
    else stock.told.push(...read.map((told) => ({ file, line, ...told })));
  }
}

/** Each row with its stock: one of no stock of ours is left out and named, one that was not chosen is passed over. */
function* rowsOfStocks(
  text: RecordText,
  layout: Layout,
  { stockOf, leaveOut }: Pick<DailySink, "stockOf" | "leaveOut">,
): Generator<{ row: CsvRow; line: number; stock: RecordedStock }> {
  const { file } = text;
  for (const row of readRows(text, layout, leaveOut)) {
    const line = Number(row("line"));
    const stock = stockOf(row("symbol") ?? "");
    if (stock === "not_chosen") continue;
    if (typeof stock === "string") leaveOut({ file, line, reason: stock });
    else yield { row, line, stock };
  }
}

/** Of our own files: `delisted`, or `merged` into another company, with the last trading day as its date. */
function endOf(row: CsvRow): Pick<ToldEnd, "kind" | "date"> | null {
  const kind = row("action")?.trim().toLowerCase();
  const date = row("ex_date") ?? row("date") ?? "";
  if (kind !== "delisted" && kind !== "merged") return null;
  return /^\d{4}-\d\d-\d\d$/.test(date) ? { kind, date } : null;
}

/**
 * What a merger pays: nothing told is the last close; `NEW 0.75`, `NEW 3:4` and `NEW 0.75 1.20` are shares of another
 * stock of the record for each old one, and cash beside them.
 */
function termsOf(
  value: string,
  { instrument: { market, code } }: RecordedStock,
  stockOf: (symbol: string) => RecordedStock | NoStock | "not_chosen",
): Pick<ToldEnd, "target" | "cashPrice"> | RecordFault {
  const [symbol = "", written = "", cash] = value.trim().split(/\s+/);
  if (symbol === "") return {};
  const target = stockOf(symbol);
  if (typeof target === "string") return "merger_target_unknown";
  if (target.instrument.market !== market) return "merger_target_other_market";
  if (target.instrument.code === code) return "merger_target_same";
  const ratio = readShareRatio(written);
  const cashPrice = cash === undefined ? null : parsePrice(cash);
  if (ratio === null || (cash !== undefined && (cashPrice === null || cashPrice <= 0n))) {
    return "merger_terms_unread";
  }
  return {
    target: { code: target.instrument.code, ratio },
    ...(cashPrice !== null && { cashPrice }),
  };
}

type Told = Pick<ToldAction, "action" | "adds">;

/** What one row tells; or why it tells nothing. A dividend stands before a split of the same day. */
function actionsOf(row: CsvRow, market: MarketKey): Told[] | RecordFault {
  const exDate = row("ex_date") ?? row("date") ?? "";
  if (!isDate(exDate)) return isAhead(row) ? [] : "no_date";
  if (row("action") !== undefined) return ownAction(row, exDate, market);
  if (isAhead(row)) return [];
  const found: Told[] = [];
  const cash = readPerShare(row("dividends") ?? row("cash_div_tax") ?? row("cash_div") ?? "");
  if (cash !== null && isOtherCurrency(row, market)) return "other_currency";
  if (cash !== null) found.push({ action: dividendOn(exDate, cash) });
  const split = writtenRatio(row("stock_splits") ?? "");
  if (split !== null) found.push({ action: { kind: "split", exDate, ...split } });
  const bonus = split === null ? bonusShares(row("stk_div")) : null;
  if (bonus !== null) found.push({ action: { kind: "split", exDate, ...bonus }, adds: true });
  return found.length > 0 || row("stk_div") !== undefined ? found : "no_value";
}

/** The 30th of February is none. */
function isDate(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Tushare tells plans too; only what has been carried out (实施) has happened. */
function isAhead(row: CsvRow): boolean {
  const state = row("div_proc");
  return state !== undefined && state !== "" && state !== "实施";
}

/** Shares are given for shares held: `bonus` and `conversion` count from those of before the day. */
const addingActions = new Set(["bonus", "bonus_issue", "conversion", "stock_dividend"]);
/** A subscription at a price, which nobody here can make. */
const rightsActions = new Set(["rights", "rights_issue"]);

const dividendActions =
  /dividend|distribution|return_of_capital|capital_gain|^(?:cash|special|interest|payout)$/;
const splitActions = /split|consolidation/;
/** They make fewer shares of more, whichever of both numbers is written first. */
const reverseActions = /reverse|consolidation/;

function ownAction(row: CsvRow, exDate: string, market: MarketKey): Told[] | RecordFault {
  const value = row("value") ?? "";
  const action = (row("action") ?? "")
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  if (rightsActions.has(action)) return "rights";
  // Read before all bars, as it says which of them are one stock's.
  if (action === renamedAction) return [];
  const adds = addingActions.has(action);
  if (adds || splitActions.test(action)) {
    const written = adds ? bonusShares(value) : writtenRatio(value);
    if (written === null) return "no_value";
    const split = reverseActions.test(action) ? fewer(written) : written;
    return [{ action: { kind: "split", exDate, ...split }, ...(adds && { adds }) }];
  }
  if (!dividendActions.test(action)) return "unknown_action";
  if (isOtherCurrency(row, market)) return "other_currency";
  const perShare = readPerShare(value);
  return perShare === null ? "no_value" : [{ action: dividendOn(exDate, perShare) }];
}

function fewer({ numerator, denominator }: Ratio): Ratio {
  return numerator < denominator
    ? { numerator, denominator }
    : { numerator: denominator, denominator: numerator };
}

/** Nobody here is paid in a currency that the stock does not trade in: `currency` says it, or `unit` (`JPY per share`). */
function isOtherCurrency(row: CsvRow, market: MarketKey): boolean {
  const told = row("currency") || (/^[A-Za-z]{3}\b/.exec(row("unit") ?? "")?.[0] ?? "");
  const currency = told.trim().toUpperCase();
  return currency !== "" && currency !== settlementCurrency(market);
}

/** Of each share held: 0.3 is three for ten. */
function bonusShares(text: string | undefined): Ratio | null {
  return writtenRatio(text ?? "", 1n);
}

/** Puts the factors beside the days that they are of. */
export function readFactors(text: RecordText, layout: Layout, sink: DailySink): void {
  const { file } = text;
  const { leaveOut } = sink;
  for (const { row, line, stock } of rowsOfStocks(text, layout, sink)) {
    const text = row("adj_factor") ?? "";
    const day = Date.parse(`${row("date")}T00:00:00Z`) / 86_400_000;
    if (!(Number(text) > 0) || !stock.days.adjust(day, Number(text))) {
      leaveOut({ file, line, reason: Number(text) > 0 ? "no_day" : "no_value" });
      continue;
    }
    const decimals = text.includes(".") ? text.length - 1 - text.indexOf(".") : 0;
    const before = stock.adjustment?.kind === "factor" ? stock.adjustment.decimals : 0;
    stock.adjustment = { kind: "factor", decimals: Math.max(decimals, before) };
  }
}

/**
 * Keeps what Tokyo's limits of a day stand on, where a column of the days or a file of its own says it. Files of their
 * own are read first: of two rows for a day the first stays.
 */
export function readBasePrices(text: RecordText, layout: Layout, sink: DailySink): void {
  const { file } = text;
  const { stockOf, leaveOut } = sink;
  const isColumn = layout.kind === "days";
  // What is wrong with a row of the days was named as they were read.
  const rows = { stockOf, leaveOut: isColumn ? () => undefined : leaveOut };
  for (const { row, line, stock } of rowsOfStocks(text, layout, rows)) {
    const { market } = stock.instrument;
    const written = row("base_price") ?? "";
    if (written === "" || (isColumn && market !== "jpy")) continue;
    const moment = row.moment();
    const date = moment === null ? null : tradingDateOf(market, moment);
    if (date === null) {
      const found = row("moment") ?? row("date") ?? "";
      rows.leaveOut({ file, line, reason: "no_date", found });
      continue;
    }
    const base = market === "jpy" ? readPrice(written) : null;
    const objection = base === null ? "no_base" : objectionToBase(stock, date, base);
    const before = stock.bases.get(dayNumberOf(date));
    if (before !== undefined) {
      if (before !== base) rows.leaveOut({ file, line, reason: "twice", found: written });
    } else if (base === null || objection !== null) {
      leaveOut({ file, line, reason: objection ?? "no_base", found: written });
    } else stock.bases.set(dayNumberOf(date), base);
  }
}

/** No limits of that day let it trade as it did: a price of another scale, as before a split, or none of it. */
function objectionToBase(
  { instrument, days }: RecordedStock,
  date: string,
  basePrice: Price,
): "base_beyond" | null {
  const bar = barOn(days, dayNumberOf(date));
  // A day without a trade may have the price of the day before, of another scale.
  if (bar === null || !isTraded(bar)) return null;
  const { market, tickClass, limitClass, exchange } = instrument;
  const board = boardOf(instrument);
  const widened = { up: true, down: true };
  const stock = { market, tickClass, limitClass, board, exchange };
  const limits = priceLimits({ ...stock, basePrice, date, widened });
  if (limits === null) return null;
  return bar.low < limits.low || bar.high > limits.high ? "base_beyond" : null;
}
