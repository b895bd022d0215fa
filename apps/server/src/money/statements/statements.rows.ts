import {
  displayDecimal,
  displayMoney,
  displaySignedMoney,
  formatMinor,
  formatPrice,
  settlementCurrency,
} from "@sanshi/money";
import { isOfExtendedHours } from "../../market-feed/market-feed.ts";
import { inExtendedHours, listedCode, recordWords, timeOf } from "../records/records.ts";
import type { Statement } from "./statement.ts";
import { statementTexts } from "./statements.texts.ts";

/** How a table writes a decimal of the wire: for people, or for programs as it is. */
export type Figures = {
  money: (decimal: string) => string;
  signedMoney: (decimal: string) => string;
  price: (decimal: string) => string;
  quantity: (decimal: string) => string;
};

export const figuresToRead: Figures = {
  money: displayMoney,
  signedMoney: displaySignedMoney,
  price: (decimal) => displayDecimal(decimal, 2, 4),
  quantity: (decimal) => displayDecimal(decimal, 0, 0),
};

const asItIs = (decimal: string) => decimal;
export const plainFigures: Figures = {
  money: asItIs,
  signedMoney: asItIs,
  price: asItIs,
  quantity: asItIs,
};

/** The four tables of a statement as the texts of their cells. */
export function tablesOf(statement: Statement, figures: Figures) {
  const texts = statementTexts[statement.language];
  const settles = showsSettlement(statement);
  return {
    balances: statement.balances.map(({ currency, purpose, before, after }) => [
      texts.purposes[purpose] ?? texts.other_purpose,
      currency,
      figures.money(formatMinor(before, currency)),
      figures.money(formatMinor(after, currency)),
    ]),
    movements: statement.movements.map((record) => [
      timeOf(Date.parse(record.at)),
      recordWords(record, statement.language),
      record.stock === null
        ? ""
        : `${listedCode(record.stock.type, record.stock.code)} ${record.stock.names[statement.language]}`,
      ...(settles ? [record.settles_on ?? ""] : []),
      record.currency,
      figures.signedMoney(record.amount),
      record.balance_after === null ? "" : figures.money(record.balance_after),
    ]),
    trades: statement.trades.map((trade) => {
      const { at, market, code, name, side, opens, quantity, price, amount, fee, profit } = trade;
      const currency = settlementCurrency(market);
      const words = texts[`${side}_${opens ? "opened" : "closed"}`];
      return [
        timeOf(at),
        isOfExtendedHours(trade) ? inExtendedHours[statement.language](words) : words,
        listedCode(market, code),
        name,
        currency,
        figures.quantity(quantity.toString()),
        figures.price(formatPrice(price, currency)),
        figures.money(formatMinor(amount, currency)),
        figures.money(formatMinor(fee, currency)),
        profit === null ? "" : figures.signedMoney(formatMinor(profit, currency)),
      ];
    }),
    holdings: statement.holdings.map((holding) => {
      const { market, code, name, side, quantity, openPrice, price, value, profit } = holding;
      const currency = settlementCurrency(market);
      return [
        listedCode(market, code),
        name,
        texts[side],
        currency,
        figures.quantity(quantity.toString()),
        figures.price(formatPrice(openPrice, currency)),
        price === null ? "" : figures.price(formatPrice(price, currency)),
        figures.money(formatMinor(value, currency)),
        figures.signedMoney(formatMinor(profit, currency)),
      ];
    }),
  };
}

/** In practice nothing settles, and there is no column for it. */
export function showsSettlement({ movements }: Statement): boolean {
  return movements.some(({ settles_on: date }) => date !== null);
}

/** The titles of the movements' columns, the settlement date's among them where there is one. */
export function movementTitles(statement: Statement): string[] {
  const { movement_columns: titles, settles_on: title } = statementTexts[statement.language];
  return showsSettlement(statement) ? titles.toSpliced(3, 0, title) : titles;
}
