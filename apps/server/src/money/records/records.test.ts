import type { FundRecord } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { cellsOfWorkbook, linesOfCsv, spelledAs } from "../../../../../tests/support/workbooks.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
});
beforeEach(async () => {
  app.feed.quote("jpy", "7203", "2850");
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

type Input = {
  currency?: "JPY" | "USD";
  kind?: FundRecordGroup;
  holds?: "all" | "without" | "only";
  q?: string;
  from?: string;
  to?: string;
};
type FundRecordGroup = "all" | "trade" | "deposit" | "withdrawal" | "other";

const list = (input: Input & { cursor?: string; limit?: string } = {}, who = customer) =>
  app.accepted("/user/fund-records", input, who);

const order = { code: "7203", side: "long", leverage: "1", quantity: "10" } as const;
const place = (more: { kind: "market" | "limit"; price?: string } = { kind: "market" }) =>
  app.accepted("/trade/place-order", { ...order, ...more, request_id: newRequestId() }, customer);

async function everything(limit: string, input: Input = {}): Promise<FundRecord[]> {
  const found: FundRecord[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof list>> = await list({
      ...input,
      limit,
      ...(cursor !== null && { cursor }),
    });
    found.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

describe("the records", () => {
  it("follow from the ledger: the available money of each currency is the sum of its records", async () => {
    const { id } = await place();
    await place({ kind: "limit", price: "2800" });
    const waiting = await place({ kind: "limit", price: "2790" });
    await app.accepted("/trade/cancel-order", { id: waiting.id }, customer);
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2850");
    await app.accepted(
      "/trade/close-position",
      { id, quantity: "10", kind: "market", request_id: newRequestId() },
      customer,
    );
    const items = await everything("2");
    const { currencies } = await app.accepted("/user/assets", {}, customer);
    for (const { currency, available } of currencies) {
      const own = items.filter((record) => record.currency === currency);
      const sum = own.reduce((total, { amount }) => total + Number(amount), 0);
      expect([currency, sum]).toEqual([currency, Number(available)]);
      const after = own.find((record) => record.balance_after !== null)?.balance_after;
      expect(Number(after ?? 0)).toBe(Number(available));
    }
    expect(items.filter(({ currency }) => currency === "JPY").map(({ kind }) => kind)).toEqual([
      "position_closed",
      "order_released",
      "order_reserved",
      "order_reserved",
      "order_filled",
      "simulated_grant",
    ]);
    expect(items[0]).toMatchObject({ position_id: id, stock: { code: "7203", side: "long" } });
    expect(items[0]?.order_number).toMatch(/\d/);
  });

  it("show a working order's fill once, also where only held money paid for it", async () => {
    await place({ kind: "limit", price: "2800" });
    app.feed.quote("jpy", "7203", "2799");
    await expect
      .poll(async () => (await list({ kind: "trade" })).items.map(({ kind }) => kind))
      .toEqual(["order_filled", "order_reserved"]);
    const [filled, reserved] = (await list({ kind: "trade" })).items;
    expect(Number(filled?.reserved)).toBe(-Number(reserved?.reserved));
    expect(Number(reserved?.amount)).toBe(-Number(reserved?.reserved));
  });

  it("are filtered by currency, kind and time", async () => {
    await place();
    const kinds = async (input: Input) => (await list(input)).items.map(({ kind }) => kind);
    expect(await kinds({ currency: "JPY", kind: "trade" })).toEqual(["order_filled"]);
    expect(await kinds({ currency: "USD", kind: "trade" })).toEqual([]);
    expect(await kinds({ currency: "JPY", kind: "other" })).toEqual(["simulated_grant"]);
    expect(await kinds({ kind: "deposit" })).toEqual([]);
    expect(await kinds({ kind: "withdrawal" })).toEqual([]);
    const at = (await list({ kind: "trade" })).items[0]?.at ?? "";
    const after = new Date(Date.parse(at) + 1).toISOString();
    expect(await kinds({ kind: "trade", from: at })).toEqual(["order_filled"]);
    expect(await kinds({ kind: "trade", from: after })).toEqual([]);
    expect(await kinds({ kind: "trade", to: after })).toEqual(["order_filled"]);
    expect(await kinds({ kind: "trade", to: at })).toEqual([]);
  });

  it("have what is only held apart: whatever else moves changes what is the customer's own", async () => {
    const waiting = await place({ kind: "limit", price: "2790" });
    await place({ kind: "limit", price: "2800" });
    await app.accepted("/trade/cancel-order", { id: waiting.id }, customer);
    app.feed.quote("jpy", "7203", "2799");
    const kinds = async (input: Input) => (await list(input)).items.map(({ kind }) => kind);
    await expect.poll(() => kinds({ kind: "trade", holds: "without" })).toEqual(["order_filled"]);
    expect(await kinds({ kind: "trade", holds: "only" })).toEqual([
      "order_released",
      "order_reserved",
      "order_reserved",
    ]);
    expect(await kinds({ kind: "deposit", holds: "only" })).toEqual([]);
    expect(await kinds({ currency: "JPY", kind: "other", holds: "without" })).toEqual([
      "simulated_grant",
    ]);
    const own = ({ amount, reserved }: { amount: string; reserved: string }) =>
      Number(amount) + Number(reserved);
    for (const one of (await list({ holds: "only" })).items) expect(own(one)).toBe(0);
    for (const one of (await list({ holds: "without" })).items) expect(own(one)).not.toBe(0);
  });

  it("are summed per currency over all of them, however few a page has", async () => {
    const { id } = await place();
    await place({ kind: "limit", price: "2700" });
    await app.advance(16 * 60);
    app.feed.quote("jpy", "7203", "2900");
    const sale = { id, quantity: "10", kind: "market", request_id: newRequestId() } as const;
    await app.accepted("/trade/close-position", sale, customer);
    const now = app.context.clock.now();
    const span = {
      from: new Date(now - 86_400_000).toISOString(),
      // The sale's moment is the database's.
      to: new Date(now + 60_000).toISOString(),
    };
    const { items: sums } = await app.accepted("/user/fund-sums", span, customer);
    const records = await everything("2");
    for (const sum of sums) {
      const moved = records
        .filter(({ currency }) => currency === sum.currency)
        .map(({ amount, reserved }) => Number(amount) + Number(reserved))
        .filter((amount) => amount !== 0);
      const total = (from: number[]) => from.reduce((all, one) => all + one, 0);
      expect(Number(sum.received)).toBe(total(moved.filter((amount) => amount > 0)));
      expect(Number(sum.paid)).toBe(total(moved.filter((amount) => amount < 0)));
      expect(Number(sum.net)).toBe(total(moved));
      expect(sum.count).toBe(moved.length);
    }
    // The grants of three currencies; the purchase and the sale in yen.
    expect(sums.map(({ currency, count }) => [currency, count])[0]).toEqual(["JPY", 3]);
    expect(sums).toHaveLength(3);
    const earlier = { from: span.from, to: new Date(now - 86_399_000).toISOString() };
    expect((await app.accepted("/user/fund-sums", earlier, customer)).items).toEqual([]);
    const trades = { ...span, kind: "trade", currency: "JPY" } as const;
    const [traded] = (await app.accepted("/user/fund-sums", trades, customer)).items;
    expect(traded).toMatchObject({ currency: "JPY", count: 2 });
    const turned = { from: span.to, to: span.from };
    expect(await app.refused("/user/fund-sums", turned, customer)).toBe("date_range_reversed");
    const stranger = await app.newCustomer();
    const other = await app.accepted("/user/fund-sums", trades, stranger);
    expect(other.items).toEqual([]);
  });

  it("are found by a stock's name or code, by a number, and by a word for what happened", async () => {
    const { id } = await place();
    const found = async (q: string, more: Input = {}) =>
      (await list({ q, ...more })).items.map(({ kind }) => kind);
    for (const q of ["7203", "toyota", "トヨタ", "丰田", " TOYOTA "]) {
      expect([q, await found(q)]).toEqual([q, ["order_filled"]]);
    }
    const [record] = (await list({ kind: "trade" })).items;
    expect(await found(record?.order_number ?? "")).toEqual(["order_filled"]);
    expect(await found(`j-${id}`)).toEqual(["order_filled"]);
    expect(await found(`W-${id}`)).toEqual([]);
    expect(await found(record?.id ?? "")).toContain("order_filled");
    expect(await found("デモ資金", { currency: "JPY" })).toEqual(["simulated_grant"]);
    expect(await found("SIMULATED", { currency: "JPY" })).toEqual(["simulated_grant"]);
    expect(await found("no such thing")).toEqual([]);
    expect(await found("%")).toEqual([]);
    const { rows } = await app.accepted("/user/export-records", { q: "toyota" }, customer);
    expect(rows).toBe(1);
  });

  it("are a workbook with the rows of the CSV file, figures as numbers and codes as text", async () => {
    await place();
    const csv = await app.accepted("/user/export-records", {}, customer);
    const xlsx = await app.accepted("/user/export-records", { format: "xlsx" }, customer);
    expect(xlsx).toMatchObject({ csv: "", rows: csv.rows });
    expect(xlsx.file_name).toBe(csv.file_name.replace(".csv", ".xlsx"));
    const cells = await cellsOfWorkbook(Buffer.from(xlsx.base64 ?? "", "base64"));
    const lines = linesOfCsv(csv.csv);
    expect(cells).toHaveLength(csv.rows + 1);
    expect(spelledAs(lines, cells)).toEqual(lines);
    const kinds = cells.map(([at, , code, , , , , currency, amount]) => [
      at instanceof Date,
      ...[typeof currency, typeof amount, code === null ? "string" : typeof code],
    ]);
    expect(new Set(kinds.slice(1).map(String))).toEqual(new Set(["true,string,number,string"]));
  });

  it("refuse a range that is too long or the wrong way round", async () => {
    const from = "2026-01-01T00:00:00Z";
    for (const path of ["/user/fund-records", "/user/export-records"] as const) {
      const ask = (to: string) => app.post(path, { from, to }, customer);
      expect((await ask("2026-07-05T00:00:00Z")).body).toMatchObject({
        msg: "date_range_too_long",
        params: { days: "184" },
      });
      expect((await ask("2025-12-31T00:00:00Z")).body.msg).toBe("date_range_reversed");
      expect((await ask("2026-07-04T00:00:00Z")).body.msg).toBe("ok");
    }
  });

  it("are paged without a repeat or a gap while orders are placed", async () => {
    for (let count = 0; count < 6; count += 1) await place();
    const before = (await everything("100")).map(({ id }) => id);
    const found: string[] = [];
    let cursor: string | null = null;
    do {
      const [page]: [Awaited<ReturnType<typeof list>>, ...unknown[]] = await Promise.all([
        list({ limit: "2", ...(cursor !== null && { cursor }) }),
        place(),
        place({ kind: "limit", price: "2700" }),
      ]);
      found.push(...page.items.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(new Set(found).size).toBe(found.length);
    // The first page may already have what was placed beside it.
    expect(found.filter((id) => before.includes(id))).toEqual(before);
  });

  it("are the customer's own", async () => {
    await place();
    const stranger = await app.newCustomer();
    const id = (await list()).items[0]?.id ?? "";
    expect(await app.refused("/user/fund-record", { id }, stranger)).toBe("record_not_found");
    expect(await app.refused("/user/fund-record", { id: "999999999" }, customer)).toBe(
      "record_not_found",
    );
    expect((await list({ kind: "trade" }, stranger)).items).toEqual([]);
  });

  it("write nothing", async () => {
    await place();
    const picture = () =>
      rows(
        app.context.database.reader,
        sql`SELECT (SELECT count(*) FROM ledger_account) AS accounts,
          (SELECT count(*) FROM ledger_posting) AS postings,
          (SELECT sum(version) FROM ledger_balance) AS versions,
          (SELECT sum(revision) FROM listed_position) AS revisions`,
      );
    const before = await picture();
    const [record] = await everything("3");
    await app.accepted("/user/fund-record", { id: record?.id ?? "" }, customer);
    await app.accepted("/user/export-records", {}, customer);
    expect(await picture()).toEqual(before);
  });

  it.each([
    ["/user/fund-records", { cursor: "Z" }],
    ["/user/fund-records", { cursor: "1--2" }],
    ["/user/fund-records", { cursor: "0".repeat(13) }],
    ["/user/fund-records", { currency: "EUR" }],
    ["/user/fund-records", { kind: "loan" }],
    ["/user/fund-records", { from: "2026-01-01" }],
    ["/user/fund-record", { id: "0" }],
    ["/user/export-records", { language: "de" }],
  ] as const)("%s refuses %j as malformed", async (path, input) => {
    const { code, body } = await app.post(path, input as Record<string, string>, customer);
    expect([code, body.msg]).toEqual([400, "invalid_request"]);
  });
});

describe("one record", () => {
  it("has postings that sum to zero, the customer's with the balance, the house's in words", async () => {
    await place();
    const [first] = (await list({ kind: "trade" })).items;
    const { record, postings } = await app.accepted(
      "/user/fund-record",
      { id: first?.id ?? "" },
      customer,
    );
    expect(record).toEqual(first);
    expect(postings.reduce((sum, { amount }) => sum + Number(amount), 0)).toBe(0);
    expect(postings.map(({ owner, purpose }) => `${owner} ${purpose}`)).toEqual(
      expect.arrayContaining(["customer available", "house market"]),
    );
    for (const { owner, purpose, amount, balance_after } of postings) {
      expect(balance_after === null).toBe(owner === "house");
      if (purpose === "available") {
        expect({ amount, balance_after }).toEqual({
          amount: record.amount,
          balance_after: record.balance_after,
        });
      }
    }
  });
});

describe("the exported file", () => {
  it("has a row for each record, and says that it is simulated", async () => {
    await place();
    const records = await everything("100");
    const file = await app.accepted("/user/export-records", { language: "us" }, customer);
    expect(file).toMatchObject({ rows: records.length, truncated: false });
    expect(file.file_name).toMatch(/^records-\d{4}-\d\d-\d\d\.csv$/);
    const lines = file.csv.replace("\ufeff", "").trimEnd().split("\r\n");
    expect(lines[0]).toContain("Simulated account");
    expect(lines).toHaveLength(records.length + 1);
    const row = lines.find((line) => line.includes("7203")) ?? "";
    expect(row).toContain("Buy,7203.T,");
    expect(lines.slice(1).every((line) => line.endsWith(",SIMULATED"))).toBe(true);
    const bought = records.find(({ kind }) => kind === "order_filled")!;
    const { quantity, price, fee } = bought.trade!;
    expect(row).toContain(`,${quantity},${price},${fee},JPY,${bought.amount},`);
    expect(Number(quantity) * Number(price) + Number(fee)).toBe(-Number(bought.amount));
    expect(records.filter(({ kind }) => kind === "simulated_grant")[0]?.trade).toBeNull();
  });
});

describe("an account with very many postings", () => {
  it("reads a page from the index of versions alone", async () => {
    const plan = await app.context.database.transaction(async (transaction) => {
      // The few postings here are read faster without any index, once their statistics say how few.
      await sql`SELECT set_config(name, 'off', true)
        FROM unnest(ARRAY['enable_seqscan', 'enable_sort']) AS name`.execute(transaction);
      return rows(
        transaction,
        sql<{ "QUERY PLAN": string }>`EXPLAIN SELECT *
          FROM unnest(ARRAY[1, 2]::bigint[]) AS own (id)
          CROSS JOIN LATERAL (
            SELECT * FROM ledger_posting p
            WHERE p.account_id = own.id AND p.version IS NOT NULL AND p.version < 90000
            ORDER BY p.version DESC LIMIT 21
          ) page`,
      );
    });
    const text = plan.map((line) => line["QUERY PLAN"]).join("\n");
    expect(text).toContain("ledger_posting_version");
    expect(text).not.toContain("Seq Scan on ledger_posting");
    expect(text).not.toContain("Sort");
  });
});
