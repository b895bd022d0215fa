import {
  recordExportRowsMax,
  type CallOutput,
  type Calls,
  type FundRecord,
  type RecordGroup,
  type RecordHolds,
  type RecordPosting,
} from "@sanshi/contract";
import { formatMinor, minor, zeroMinor, type Currency, type Minor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { cursorOf, numbersOf } from "../../platform/cursors.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { workbookOf } from "../../platform/workbook.ts";
import type { Customer } from "../../platform/sessions.ts";
import type { Instrument } from "../../market-feed/market-feed.ts";
import { settledAtOnce, settlementOnWire } from "../../trading/portfolio/portfolio.ts";
import { orderNumber } from "../../trading/orders/orders.ts";
import {
  csvLines,
  csvOf,
  sheetOf,
  fileNameOf,
  listedCode,
  recordWords,
  timeOf,
  type ExportLanguage,
} from "./records.csv.ts";
import {
  boundsFrom,
  filledKinds,
  kindsOf,
  mergePage,
  moneyNumber,
  objectToRange,
  purposeRank,
  recordKind,
  recordPurpose,
  subscriptionKinds,
  tradeKinds,
  type Entry,
} from "./records.rules.ts";
import { foundBy } from "./found-by.ts";
import { fillsOf, offeredStock, tradeOf, type RecordEntry } from "./record-trades.ts";
import * as store from "./records.store.ts";

export { startKeepingNames } from "./instrument-names.ts";
export { inExtendedHours } from "./records.texts.ts";
export { tableFile } from "./table-file.ts";
export { csvLines, listedCode, recordWords, timeOf, type ExportLanguage };

type RecordsContext = Pick<
  Context,
  "database" | "clock" | "quotes" | "feed" | "settings" | "hours"
>;

export type RecordFilter = {
  currency: Currency | null;
  group: RecordGroup;
  holds: RecordHolds;
  /** What is searched for; empty is everything. */
  q: string;
  /** Milliseconds since the epoch: the first moment that counts, and the first that does not. */
  from: number | null;
  to: number | null;
};

type RecordPage = { items: FundRecord[]; nextCursor: string | null };

/** Newest first. Reading never writes: every figure is a posting's own. */
export async function fundRecords(
  context: RecordsContext,
  customer: Customer,
  filter: RecordFilter,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<Outcome<RecordPage>> {
  const read = numbersOf(cursor);
  if (read === null) return refuse("invalid_request");
  const objection = objectToRange(filter, context.clock.now());
  if (objection !== null) return { ok: false, refusal: objection };
  const kinds = kindsOf(filter.group, filter.holds);
  const sought = filter.q === "" ? null : foundBy(context, filter.q);
  if (kinds.only?.length === 0) return accept({ items: [], nextCursor: null });
  const { reader } = context.database;
  const accounts = await store.ownAccounts(reader, customer.customerId, filter.currency);
  const fetched = limit + 1;
  let bounds = boundsFrom(read, accounts.length);
  for (;;) {
    const found = await store.listEntries(reader, {
      customerId: customer.customerId,
      found: sought,
      accounts: accounts.map(({ id, purpose }, index) => ({
        id,
        rank: purposeRank(purpose),
        below: bounds[index] ?? 1n,
      })),
      ...kinds,
      from: filter.from,
      to: filter.to,
      limit: fetched,
    });
    const lists = accounts.map(({ id }) => found.filter((entry) => entry.account_id === id));
    const page = mergePage(lists, { fetched, limit });
    if (page.records.length > 0 || page.bounds === null) {
      const items = await describeRecords(context, customer, page.records);
      return accept({ items, nextCursor: page.bounds === null ? null : cursorOf(...page.bounds) });
    }
    bounds = page.bounds;
  }
}

/** What came in and went out, over all records of the time; the currency that most happened in first. */
export async function fundSumsOf(
  context: RecordsContext,
  { customerId }: Customer,
  {
    currency,
    group,
    from,
    to,
  }: Pick<RecordFilter, "currency" | "group"> & { from: number; to: number },
): Promise<Outcome<CallOutput<Calls["/user/fund-sums"]>>> {
  const objection = objectToRange({ from, to }, context.clock.now());
  if (objection !== null) return { ok: false, refusal: objection };
  const kinds = kindsOf(group, "without");
  const sums = await store.fundSums(context.database.reader, customerId, {
    currency,
    ...kinds,
    from,
    to,
  });
  return accept({
    items: sums
      .toSorted((one, other) => other.transfers - one.transfers)
      .map((sum) => ({
        currency: sum.currency,
        received: formatMinor(sum.received, sum.currency),
        paid: formatMinor(sum.paid, sum.currency),
        net: formatMinor(minor(sum.received + sum.paid), sum.currency),
        count: sum.transfers,
      })),
  });
}

export async function fundRecord(
  context: RecordsContext,
  customer: Customer,
  id: bigint,
): Promise<Outcome<{ record: FundRecord; postings: RecordPosting[] }>> {
  const { reader } = context.database;
  const found = await store.transferPostings(reader, customer.customerId, id);
  const first = found[0];
  if (first === undefined) return refuse("record_not_found");
  const [record] = await describeRecords(context, customer, [first]);
  if (record === undefined) throw new Error("a transfer without a record");
  return accept({
    record,
    postings: found.map((posting) => ({
      owner: posting.is_own ? "customer" : "house",
      // Another customer's account, should a transfer ever name one, stays nameless.
      purpose: posting.is_own || posting.is_house ? recordPurpose(posting.purpose) : "other",
      currency: posting.currency,
      amount: formatMinor(posting.amount, posting.currency),
      balance_after:
        posting.balance_after === null
          ? null
          : formatMinor(posting.balance_after, posting.currency),
    })),
  });
}

/** As many as one call reads of an account for a file. */
const exportPageLength = 500;

type ExportedRecords = {
  fileName: string;
  csv: string;
  workbook: Buffer | null;
  rows: number;
  truncated: boolean;
};

export async function exportRecords(
  context: RecordsContext,
  customer: Customer,
  filter: RecordFilter,
  { language, format }: { language: ExportLanguage; format: "csv" | "xlsx" },
): Promise<Outcome<ExportedRecords>> {
  const { database } = context;
  const outcome = await database.readHeavily((reader) =>
    newestRecords(
      { ...context, database: { ...database, reader } },
      customer,
      filter,
      recordExportRowsMax,
    ),
  );
  if (!outcome.ok) return outcome;
  const { items, truncated } = outcome.value;
  const now = context.clock.now();
  const listed = { language, isSimulated: context.feed.kind === "simulated" };
  const isCsv = format === "csv";
  return accept({
    fileName: fileNameOf(now, format),
    csv: isCsv ? csvOf(items, listed) : "",
    workbook: isCsv ? null : await workbookOf([sheetOf(items, listed)]),
    rows: items.length,
    truncated,
  });
}

/** The movements between two moments, oldest first: the newest `max` of them. */
export async function recordsOfPeriod(
  context: RecordsContext,
  customer: Customer,
  { begins, ends }: { begins: number; ends: number },
  max: number,
): Promise<{ records: FundRecord[]; isTruncated: boolean }> {
  const filter = {
    currency: null,
    group: "all",
    holds: "all",
    q: "",
    from: begins,
    to: ends,
  } as const;
  const outcome = await newestRecords(context, customer, filter, max);
  if (!outcome.ok) throw new Error(`a period that was checked is refused: ${outcome.refusal.code}`);
  const { items, truncated } = outcome.value;
  return { records: items.toReversed(), isTruncated: truncated };
}

async function newestRecords(
  context: RecordsContext,
  customer: Customer,
  filter: RecordFilter,
  max: number,
): Promise<Outcome<{ items: FundRecord[]; truncated: boolean }>> {
  const items: FundRecord[] = [];
  let cursor: string | null = null;
  do {
    const limit = Math.min(exportPageLength, max - items.length);
    const page: Outcome<RecordPage> = await fundRecords(context, customer, filter, {
      cursor: cursor ?? undefined,
      limit,
    });
    if (!page.ok) return page;
    items.push(...page.value.items);
    cursor = page.value.nextCursor;
  } while (cursor !== null && items.length < max);
  return accept({ items, truncated: cursor !== null });
}

/** Puts beside each transfer what it did to the customer's accounts and which stock it is about. */
async function describeRecords(
  context: RecordsContext,
  { customerId }: Customer,
  entries: readonly RecordEntry[],
): Promise<FundRecord[]> {
  if (entries.length === 0) return [];
  const { reader } = context.database;
  const trades = entries.filter(({ kind }) => tradeKinds.includes(kind));
  const payments = entries.filter(({ kind }) => subscriptionKinds.includes(kind));
  const [postings, positions, fills, offerings] = await Promise.all([
    store.ownPostings(
      reader,
      customerId,
      entries.map((entry) => entry.transfer_id),
    ),
    store.positionsOf(
      reader,
      customerId,
      trades.map((entry) => entry.cause_id),
    ),
    fillsOf(reader, trades),
    payments.length === 0
      ? []
      : store.offeringsOf(
          reader,
          customerId,
          payments.map((entry) => entry.cause_id),
        ),
  ]);
  const byTransfer = Map.groupBy(postings, (posting) => keyOf(posting));
  const positionById = new Map(positions.map((position) => [position.id, position]));
  const offeringById = new Map(offerings.map((offering) => [offering.id, offering]));
  return entries.map((entry) => {
    const isTrade = tradeKinds.includes(entry.kind);
    const position = isTrade ? positionById.get(entry.cause_id) : undefined;
    const number = moneyNumber(entry.kind, entry.cause_id);
    return {
      ...figuresOf(entry, byTransfer.get(keyOf(entry)) ?? []),
      ...stockOf(position, ({ market, code }) =>
        context.quotes.called(market, code, entry.happened_at),
      ),
      ...(payments.includes(entry) && offeredStock(offeringById.get(entry.cause_id))),
      ...settlementOf(context, entry, positionById.get(entry.cause_id)),
      trade: position === undefined ? null : tradeOf(entry, position, fills),
      ...(number !== null && { order_number: number }),
    };
  });
}

/** Of a fill; whatever else belongs to a stock moves at once. */
function settlementOf(
  context: RecordsContext,
  { kind, happened_at: at }: Pick<Entry, "kind" | "happened_at">,
  position: store.TradedPosition | undefined,
): ReturnType<typeof settlementOnWire> {
  if (position === undefined || !filledKinds.includes(kind)) return settledAtOnce;
  return settlementOnWire(context, position.market, at);
}

type Figures = Pick<
  FundRecord,
  "id" | "kind" | "currency" | "amount" | "reserved" | "balance_after" | "at"
>;

function figuresOf(entry: RecordEntry, own: readonly store.OwnPosting[]): Figures {
  const { currency } = entry;
  const available = own.filter(({ purpose }) => purpose === "available");
  const reserved = own.filter(({ purpose }) => purpose.startsWith("reserved_"));
  const after = available.at(-1)?.balance_after;
  return {
    id: entry.transfer_id.toString(),
    kind: recordKind(entry.kind),
    currency,
    amount: formatMinor(sumOf(available), currency),
    reserved: formatMinor(sumOf(reserved), currency),
    balance_after: after === undefined ? null : formatMinor(after, currency),
    at: new Date(entry.happened_at).toISOString(),
  };
}

/** By the code and the name that the stock had then. */
function stockOf(
  position: store.TradedPosition | undefined,
  calledThen: (position: store.TradedPosition) => Pick<Instrument, "code" | "names">,
): Pick<FundRecord, "order_number" | "position_id" | "stock"> {
  if (position === undefined) return { order_number: null, position_id: null, stock: null };
  const { id, market, side } = position;
  return {
    order_number: orderNumber(market, id),
    position_id: id.toString(),
    stock: { type: market, ...calledThen(position), side },
  };
}

function keyOf({ transfer_id, currency }: { transfer_id: bigint; currency: Currency }): string {
  return `${transfer_id} ${currency}`;
}

function sumOf(postings: readonly { amount: Minor }[]): Minor {
  return postings.reduce((sum, { amount }) => minor(sum + amount), zeroMinor);
}
