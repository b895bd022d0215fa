import {
  displayDecimal,
  displayMoney,
  displaySignedMoney,
  formatMinor,
  formatPrice,
  settlementCurrency,
} from "@sanshi/money";
import { listedCode, recordWords } from "../records/records.ts";
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

/** The three tables of a statement as the texts of their cells. */
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
    holdings: statement.holdings.map(({ market, code, name, side, quantity, openPrice }) => {
      const currency = settlementCurrency(market);
      const price = figures.price(formatPrice(openPrice, currency));
      return [
        listedCode(market, code),
        name,
        texts[side],
        currency,
        figures.quantity(quantity.toString()),
        price,
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

const japanOffsetMs = 9 * 3_600_000;

/** To the minute, in Japan, which has no summer time. */
export function timeOf(at: number): string {
  return new Date(at + japanOffsetMs).toISOString().slice(0, 16).replace("T", " ");
}
