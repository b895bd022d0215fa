import { statementRowsMax } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, type Outcome } from "../../platform/outcome.ts";
import { signedHeadNow } from "../../platform/signing/signed-head.ts";
import type { Customer } from "../../platform/sessions.ts";
import { recordsOfPeriod, type ExportLanguage } from "../records/records.ts";
import { csvOf } from "./statements.csv.ts";
import { pdfOf } from "./statements.pdf.ts";
import {
  monthsOf,
  periodOf,
  sharesAfter,
  type StatementMonth,
  type StatementPeriod,
} from "./statements.rules.ts";
import * as store from "./statements.store.ts";
import type { Statement, StatementHolding } from "./statement.ts";

type StatementsContext = Pick<
  Context,
  "database" | "clock" | "quotes" | "feed" | "signingKey" | "settings" | "hours"
>;

type StatementFile = {
  fileName: string;
  mediaType: "application/pdf" | "text/csv";
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
  asked: { from: string; to: string; format: "pdf" | "csv"; language: ExportLanguage },
): Promise<Outcome<StatementFile>> {
  const checked = periodOf(asked);
  if (!checked.ok) return checked;
  const { database } = context;
  const statement = await database.readHeavily((reader) =>
    statementOf(
      { ...context, database: { ...database, reader } },
      customer,
      checked.period,
      asked.language,
    ),
  );
  const name = `statement-${asked.from}-${asked.to}`;
  if (asked.format === "csv") {
    const bytes = Buffer.from(csvOf(statement));
    return accept({ fileName: `${name}.csv`, mediaType: "text/csv", bytes });
  }
  const bytes = await pdfOf(statement);
  return accept({ fileName: `${name}.pdf`, mediaType: "application/pdf", bytes });
}

/** Reads all of it from the ledger and the fills: nothing of a statement is kept or typed in. */
async function statementOf(
  context: StatementsContext,
  customer: Customer,
  period: StatementPeriod,
  language: ExportLanguage,
): Promise<Statement> {
  const { database, clock, feed } = context;
  const balances = await store.balancesAt(database.reader, customer.customerId, period);
  const { records, isTruncated } = await recordsOfPeriod(
    context,
    customer,
    period,
    statementRowsMax,
  );
  const touched = new Set(records.map(({ currency }) => currency));
  return {
    account: customer.account,
    period,
    madeAt: clock.now(),
    isSimulated: feed.kind === "simulated",
    language,
    balances: balances.filter(
      ({ currency, purpose, before, after }) =>
        before !== 0n || after !== 0n || (purpose === "available" && touched.has(currency)),
    ),
    movements: records,
    isTruncated,
    holdings: await holdingsAt(context, customer, period.ends, language),
    auditHead: await signedHeadNow(database.reader, context.signingKey, clock),
  };
}

async function holdingsAt(
  { database, quotes }: StatementsContext,
  { customerId }: Customer,
  at: number,
  language: ExportLanguage,
): Promise<StatementHolding[]> {
  const events = await store.holdingEvents(database.reader, customerId, at);
  return [...Map.groupBy(events, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    const quantity = sharesAfter(
      own.map((row) =>
        row.opens === null
          ? { kind: "split", after: row.quantity }
          : { kind: "fill", opens: row.opens, quantity: row.quantity },
      ),
    );
    if (first === undefined || quantity === 0n) return [];
    const { market, code, side, open_price: openPrice } = first;
    const name = quotes.instrument(market, code)?.names[language] ?? code;
    return [{ market, code, name, side, quantity, openPrice }];
  });
}
