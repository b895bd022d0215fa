import type { CallInput, Calls, IntradayTrade, OperatorCalls } from "@sanshi/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  firstOperator,
  newOperator,
  ops,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { cellsOfWorkbook, linesOfCsv, spelledAs } from "../../../../../tests/support/workbooks.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let operator: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
  const { session_ends_at: ends } = await terms(await app.newCustomer());
  await app.advance(Math.ceil((Date.parse(ends) - app.context.clock.now()) / 1_000) + 3_600);
  quotes();
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const terms = (by: SignedIn) => app.accepted("/trade/intraday-terms", { type: "jpy" }, by);
function quotes(more: Parameters<TestApplication["feed"]["quote"]>[3] = {}): void {
  app.feed.quote("jpy", "7203", "2850");
  app.feed.quote("jpy", "6758", "3300", more);
}
type Asked = CallInput<Calls["/trade/apply-intraday"]>;
const apply = (by: SignedIn, more: Partial<Asked>): Promise<IntradayTrade> => {
  const usual = { type: "jpy", code: "7203", side: "long", leverage: "2" } as const;
  const asked = { ...usual, quantity: "10", request_id: newRequestId(), ...more };
  return app.accepted("/trade/apply-intraday", asked, by);
};
async function read<Path extends keyof OperatorCalls>(path: Path, form: Record<string, unknown>) {
  const { body } = await ops(app, path, form, operator);
  expect(body.msg).toBe("ok");
  return body.data;
}
const days = async () => (await read("/api/ops/intraday/days", { type: "jpy" })).items;
async function advanceTo(time: string, seconds: number): Promise<void> {
  const left = (Date.parse(time) - app.context.clock.now()) / 1_000;
  await app.advance(Math.ceil(left) + seconds);
}

it("is seen as exposure while it runs and as a square-off afterwards, in the published order with quotes and reasons", async () => {
  const customers = [await app.newCustomer(), await app.newCustomer(), await app.newCustomer()];
  const [first, second, third] = customers as [SignedIn, SignedIn, SignedIn];
  const long = await apply(first, {});
  await apply(second, { side: "short", quantity: "20" });
  const byHand = await apply(third, { quantity: "30" });
  await apply(third, { code: "6758", quantity: "40" });
  app.feed.quote("jpy", "7203", "2860");

  const now = await read("/api/ops/intraday", { type: "jpy" });
  expect(now).toMatchObject({
    currency: "JPY",
    trades: 4,
    customers: 3,
    long_value: String(2_860 * 40 + 3_300 * 40),
    short_value: String(2_860 * 20),
    margin: String((2_850 * 60 + 3_300 * 40) / 2),
    borrowed: String((2_850 * 40 + 3_300 * 40) / 2),
    profit: String(10 * 40 - 10 * 20),
  });
  expect(now.stocks).toMatchObject([
    { code: "6758", long_shares: "40", short_shares: "0", trades: 1 },
    { code: "7203", long_shares: "40", short_shares: "20", trades: 3 },
  ]);
  expect(now.by_customer.map(({ account, trades }) => [account, trades])).toEqual([
    [third.account, 2],
    [second.account, 1],
    [first.account, 1],
  ]);
  expect((await days())[0]).toMatchObject({ trades: 4, running: 4, squared_off: 0, obstacles: {} });

  const close = { id: byHand.position ?? "", kind: "market", request_id: newRequestId() } as const;
  await app.accepted("/trade/close-position", close, third);
  await advanceTo(long.squares_off_at, 1);
  // Nobody buys the other stock: it is locked at its limit.
  quotes({ bids: [] });
  await expect
    .poll(async () => (await days())[0])
    .toMatchObject({
      trades: 4,
      running: 1,
      squared_off: 2,
      closed_otherwise: 1,
      obstacles: { locked: 1 },
    });
  await advanceTo(long.session_ends_at, 30);
  const [day] = await days();
  await expect.poll(async () => (await days())[0]?.carried_running).toBe(1);
  quotes();
  await expect.poll(async () => (await days())[0]?.running, { timeout: 60_000 }).toBe(0);
  expect((await days())[0]).toMatchObject({ squared_off: 3, carried: 1, closed_otherwise: 1 });

  const replay = { type: "jpy", day: day?.date ?? "" } as const;
  const { items } = await read("/api/ops/intraday/square-off", replay);
  expect(items.map(({ number, account, result }) => [number, account, result])).toEqual([
    [1, first.account, "squared_off"],
    [2, second.account, "squared_off"],
    [3, third.account, "closed_otherwise"],
    [4, third.account, "squared_off"],
  ]);
  expect(items[3]?.obstacles.map(({ reason }) => reason)).toContain("locked");
  expect(items[3]?.carried_at).not.toBeNull();
  const window = [Date.parse(long.squares_off_at), Date.parse(long.session_ends_at)] as const;
  for (const { squared_off: parts } of items.slice(0, 2)) {
    const [{ at, quote, price } = { at: "", quote: null, price: "" }] = parts;
    expect(Date.parse(at)).toBeGreaterThanOrEqual(window[0]);
    expect(Date.parse(quote?.at ?? "")).toBeGreaterThanOrEqual(window[0]);
    expect(Date.parse(quote?.at ?? "")).toBeLessThan(window[1]);
    expect([quote?.bid, quote?.ask]).toContain(price);
  }
  const page = await read("/api/ops/intraday/square-off", { ...replay, limit: "3" });
  const rest = { ...replay, limit: "3", cursor: page.next_cursor ?? "" };
  expect((await read("/api/ops/intraday/square-off", rest)).items).toEqual(items.slice(3));
  const done = { ...replay, result: "closed_otherwise" };
  expect((await read("/api/ops/intraday/square-off", done)).items).toEqual(items.slice(2, 3));

  await isFiltered(first, third, replay.day);
  await isExported(replay.day);
});

async function isFiltered(first: SignedIn, third: SignedIn, day: string): Promise<void> {
  const count = async (filter: object) =>
    (await read("/api/ops/intraday/trades", { type: "jpy", ...filter })).items.length;
  expect(await count({})).toBe(4);
  expect(await count({ type: "usd" })).toBe(0);
  expect(await count({ side: "short" })).toBe(1);
  expect(await count({ code: "6758" })).toBe(1);
  expect(await count({ account: third.account })).toBe(2);
  expect(await count({ account: first.account, side: "short" })).toBe(0);
  expect(await count({ state: "completed", day })).toBe(4);
  expect(await count({ day: "2020-01-06" })).toBe(0);
  const paged = await read("/api/ops/intraday/trades", { type: "jpy", limit: "3" });
  const next = { type: "jpy", limit: "3", cursor: paged.next_cursor ?? "" };
  expect((await read("/api/ops/intraday/trades", next)).items).toHaveLength(1);
}

async function isExported(day: string): Promise<void> {
  const file = async (which: string) => {
    const form = { type: "jpy", which, day };
    return (await ops(app, "/api/ops/intraday/export", form, operator)).text
      .trimEnd()
      .split("\r\n");
  };
  expect((await file("square_off"))[0]).toBe("\ufeffSIMULATED");
  expect(await file("square_off")).toHaveLength(6);
  expect(await file("trades")).toHaveLength(6);
  expect(await file("exposure")).toHaveLength(2);
  const [, head = "", line = ""] = await file("trades");
  const cells = line.split(",");
  expect(cells[head.split(",").indexOf("name_us")]).toMatch(/Toyota|Sony/);
  const asked = { type: "jpy", which: "square_off", day } as const;
  const lines = linesOfCsv((await ops(app, "/api/ops/intraday/export", asked, operator)).text);
  const workbook = { ...asked, format: "xlsx" } as const;
  const { bytes } = await ops(app, "/api/ops/intraday/export", workbook, operator);
  const found = await cellsOfWorkbook(bytes);
  expect(spelledAs(lines, found)).toEqual(lines);
  expect(typeof found[2]?.[lines[1]?.indexOf("open_price") ?? -1]).toBe("number");
  expect(found[2]?.[lines[1]?.indexOf("applied_at") ?? -1]).toBeInstanceOf(Date);
  const viewer = await newOperator(app, "viewer");
  const form = { type: "jpy", which: "trades" };
  expect(await opsRefused(app, "/api/ops/intraday/export", form, viewer)).toBe("forbidden");
  const support = await newOperator(app, "support");
  expect(await opsRefused(app, "/api/ops/intraday", { type: "jpy" }, support)).toBe("forbidden");
  // Once a trade and reason, however often it was looked at.
  const twice = await rows(
    app.context.database.reader,
    sql<{ count: bigint }>`SELECT count(*) FROM intraday_obstacle GROUP BY trade_id, reason
      HAVING count(*) > 1`,
  );
  expect(twice).toEqual([]);
}
