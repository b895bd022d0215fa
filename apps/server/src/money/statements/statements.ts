import { statementRowsMax } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, type Outcome } from "../../platform/outcome.ts";
import { signedHeadNow } from "../../platform/signing/signed-head.ts";
import type { Customer } from "../../platform/sessions.ts";
import { pricesBefore, valuedBefore, type PriceThen } from "../../trading/portfolio/portfolio.ts";
import { recordsOfPeriod, type ExportLanguage } from "../records/records.ts";
import { csvOf } from "./statements.csv.ts";
import { xlsxOf } from "./statements.xlsx.ts";
import {
  inOrderOfCodes,
  monthsOf,
  periodOf,
  startOfToday,
  type StatementMonth,
} from "./statements.rules.ts";
import * as store from "./statements.store.ts";
import type { Statement, StatementHolding, StatementTrade } from "./statement.ts";

type StatementsContext = Pick<
  Context,
  "database" | "clock" | "quotes" | "feed" | "signingKey" | "settings" | "hours"
>;

const mediaTypes = {
  pdf: "application/pdf",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;
type Format = keyof typeof mediaTypes;

type StatementFile = {
  fileName: string;
  mediaType: (typeof mediaTypes)[Format];
  bytes: Buffer;
};

export async function statementMonths(
  { database, clock }: StatementsContext,
  { customerId }: Customer,
): Promise<StatementMonth[]> {
  return monthsOf(await store.registeredAt(database.reader, customerId), clock.now());
}

export async function statementFile(
  context: StatementsContext,
  customer: Customer,
  asked: { from: string; to: string; format: Format; language: ExportLanguage },
): Promise<Outcome<StatementFile>> {
  const checked = periodOf(asked);
  if (!checked.ok) return checked;
  const { database } = context;
  const auditHead = await headFor(context, checked.period.ends);
  const priceThen = pricesAt(context, checked.period.ends);
  const statement = await database.readHeavily((reader) =>
    statementOf({ ...context, database: { ...database, reader } }, customer, {
      period: checked.period,
      language: asked.language,
      auditHead,
      priceThen,
    }),
  );
  const { format } = asked;
  const fileName = `statement-${asked.from}-${asked.to}.${format}`;
  return accept({
    fileName,
    mediaType: mediaTypes[format],
    bytes: await bytesOf(statement, format),
  });
}

async function bytesOf(statement: Statement, format: Format): Promise<Buffer> {
  switch (format) {
    case "pdf":
      // What draws pages is loaded by the first one: 150 modules, which no start waits for.
      return (await import("./statements.pdf.ts")).pdfOf(statement);
    case "csv":
      return Buffer.from(csvOf(statement));
    case "xlsx":
      return xlsxOf(statement);
  }
}

/** Reads all of it from the ledger, the fills and the actions: no figure of a statement is kept or typed in. */
async function statementOf(
  context: StatementsContext,
  customer: Customer,
  asked: Pick<Statement, "period" | "language" | "auditHead"> & { priceThen: PriceThen },
): Promise<Statement> {
  const { period, language, auditHead, priceThen } = asked;
  const { database, clock, feed } = context;
  const balances = await store.balancesAt(database.reader, customer.customerId, period);
  const { records, isTruncated } = await recordsOfPeriod(
    context,
    customer,
    period,
    statementRowsMax,
  );
  const trades = await tradesOf(context, customer, period, language);
  const touched = new Set(records.map(({ currency }) => currency));
  return {
    account: customer.account,
    period,
    asOf: Math.min(period.ends, clock.now()),
    isSimulated: feed.kind === "simulated",
    language,
    balances: balances.filter(
      ({ currency, purpose, before, after }) =>
        before !== 0n || after !== 0n || (purpose === "available" && touched.has(currency)),
    ),
    movements: records,
    trades: trades.slice(-statementRowsMax),
    isTruncated: isTruncated || trades.length > statementRowsMax,
    holdings: await holdingsBefore(context, customer, period.ends, { language, priceThen }),
    auditHead,
  };
}

/** Of a period that is over the prices that were kept for its end; what is asked for first is kept. */
function pricesAt(context: StatementsContext, ends: number): PriceThen {
  const { clock, quotes } = context;
  const { reader } = context.database;
  const found = pricesBefore(context, ends, clock.now());
  if (ends > clock.now()) return found;
  return async (market, code) => {
    const stock = { market, code: quotes.called(market, code, ends - 1).code };
    const kept = await store.keptPrice(reader, stock, ends);
    if (kept !== undefined) return kept.price;
    await store.insertPrice(reader, stock, ends, await found(market, code));
    return (await store.keptPrice(reader, stock, ends))?.price ?? null;
  };
}

/** Oldest first; by the code and the name that each stock had then. */
async function tradesOf(
  { database, quotes }: StatementsContext,
  { customerId }: Customer,
  { begins, ends }: Statement["period"],
  language: ExportLanguage,
): Promise<StatementTrade[]> {
  const limit = statementRowsMax + 1;
  const found = await store.tradesBetween(database.reader, customerId, { begins, ends, limit });
  return found.toReversed().map(({ traded_at: at, filled_at: filledAt, ...trade }) => {
    const { code, names } = quotes.called(trade.market, trade.code, filledAt);
    return { ...trade, at, code, name: names[language] };
  });
}

async function holdingsBefore(
  context: StatementsContext,
  { customerId }: Customer,
  moment: number,
  { language, priceThen }: Pick<Statement, "language"> & { priceThen: PriceThen },
): Promise<StatementHolding[]> {
  const { database, quotes } = context;
  const held = await valuedBefore(database.reader, [customerId], moment, priceThen);
  const called = held.map(({ position, ...valued }) => ({
    ...position,
    ...quotes.called(position.market, position.code, moment - 1),
    ...valued,
  }));
  return inOrderOfCodes(called).map(({ market, code, names, side, openPrice, price, figures }) => ({
    ...{ market, code, name: names[language], side, openPrice, price },
    quantity: figures.left,
    value: figures.worth,
    profit: figures.floating,
  }));
}

const lookEveryMs = 1_000;

/** Keeps the audit log's signed head as each day ends, for the statements of periods that end then. */
export function startKeepingHeads(
  context: Pick<Context, "database" | "clock" | "signingKey" | "jobs">,
): { stop(): Promise<void> } {
  let keptFor = 0;
  const failure = "the audit log's head was not kept for statements";
  return context.jobs.repeat({ everyMs: lookEveryMs, failure }, async () => {
    const dayBegan = startOfToday(context.clock.now());
    if (dayBegan === keptFor) return;
    await keepHead(context, dayBegan);
    keptFor = dayBegan;
  });
}

type HeadContext = Pick<Context, "database" | "clock" | "signingKey">;

async function keepHead({ database, clock, signingKey }: HeadContext, endsAt: number) {
  const head = await signedHeadNow(database.reader, signingKey, clock);
  await store.insertHead(database.reader, endsAt, head);
}

/** Of a period that is over the head that was kept for it; in the second before the job looks it is kept here. */
async function headFor(context: HeadContext, ends: number): Promise<string> {
  const { database, clock, signingKey } = context;
  if (ends > clock.now()) return signedHeadNow(database.reader, signingKey, clock);
  const kept = await store.headAfter(database.reader, ends);
  if (kept !== undefined) return kept;
  await keepHead(context, startOfToday(clock.now()));
  return headFor(context, ends);
}
