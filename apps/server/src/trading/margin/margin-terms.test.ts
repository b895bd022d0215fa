import { dayMs } from "@sanshi/contract";
import { addTradingDays, instantOf, localDate, marginTerm } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

// Six months of a Japanese margin position: told ahead, then closed on its day. On the clock of a running server.
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication({
    MARKET_RULES: "exchange",
    SIMULATED_GRANT: "JPY:3000000,USD:100000",
  });
});
afterAll(() => app.stop());

const today = () => localDate("jpy", app.context.clock.now());

/** The next day whose term ends in a week of trading days: behind holidays a week ahead is the last day already. */
function nextOrdinaryDay(): string {
  for (let days = 1; ; days += 1) {
    const date = addTradingDays("jpy", today(), days);
    const { dueOn } = marginTerm("jpy", date) ?? {};
    if (dueOn === undefined) throw new Error("no term");
    const weekAhead = new Date(Date.parse(dueOn) - 7 * dayMs).toISOString().slice(0, 10);
    if (addTradingDays("jpy", dueOn, -3) >= weekAhead) return date;
  }
}

async function goTo(date: string, time: string): Promise<void> {
  const now = app.context.clock.now();
  await app.advance(Math.round((instantOf("jpy", date, time) - now) / 1_000));
  app.feed.quote("jpy", "7203", "2850");
  app.feed.quote("usd", "AAPL", "189.20");
}

async function open(customer: SignedIn, more: object = {}): Promise<string> {
  const order = { type: "jpy", code: "7203", side: "long", kind: "market", leverage: "2" } as const;
  const input = { ...order, quantity: "100", ...more, request_id: newRequestId() };
  return (await app.accepted("/trade/place-order", input, customer)).id;
}

const position = (customer: SignedIn, id: string) =>
  app.accepted("/trade/position", { id }, customer);

async function told(customer: SignedIn): Promise<Record<string, string>[]> {
  const { items } = await app.accepted("/user/messages", { limit: "100" }, customer);
  return items.filter(({ kind }) => kind === "margin_term").map(({ params }) => params);
}

it("is told a month, a week and a day ahead, and closed by force on its day with a receipt", async () => {
  const customer = await app.newCustomer();
  await goTo(nextOrdinaryDay(), "10:00");
  const opened = today();
  const term = marginTerm("jpy", opened);
  if (term === null) throw new Error("no term");
  const { dueOn, lastDay } = term;
  const lent = await open(customer);
  const short = await open(customer, { side: "short", leverage: "1" });
  const paid = await open(customer, { leverage: "1" });
  expect(await position(customer, lent)).toMatchObject({
    term_ends_on: dueOn,
    term_last_day: lastDay,
  });
  expect(await position(customer, paid)).toMatchObject({ term_ends_on: null, term_last_day: null });
  await goTo(addTradingDays("jpy", dueOn, -30), "10:00");
  const days = [addTradingDays("jpy", dueOn, -15), addTradingDays("jpy", dueOn, -3), lastDay];
  expect(await told(customer)).toEqual([]);
  for (const [index, day] of days.entries()) {
    await goTo(day, "10:00");
    // Of the long and of the short, each once.
    await expect.poll(async () => (await told(customer)).length).toBe(2 * (index + 1));
  }
  expect((await told(customer))[0]).toMatchObject({
    code: "7203",
    quantity: "100",
    due_on: dueOn,
    last_day: lastDay,
  });
  // Not a moment before the market opens on the day.
  await goTo(dueOn, "08:30");
  expect(await position(customer, lent)).toMatchObject({ status: 0 });
  await goTo(dueOn, "09:30");
  for (const id of [lent, short]) {
    await expect.poll(async () => (await position(customer, id)).status).toBe(2);
    const { forced_sales: sales, ending } = await position(customer, id);
    expect(ending).toBe("forced_sale");
    expect(sales).toHaveLength(1);
    expect(sales[0]).toMatchObject({
      reason: "term_ended",
      quantity: "100",
      due_at: new Date(instantOf("jpy", dueOn, "00:00")).toISOString(),
      rule: "jp_margin_term",
    });
  }
  expect(await position(customer, paid)).toMatchObject({ status: 0 });
  const { items } = await app.accepted("/user/messages", { limit: "100" }, customer);
  const sold = items.filter(({ kind }) => kind === "forced_sale");
  expect(sold.map(({ params }) => [params["reason"], params["due_on"]])).toEqual([
    ["term_ended", dueOn],
    ["term_ended", dueOn],
  ]);
  expect(await told(customer)).toHaveLength(6);
  expect(await app.ledgerFaults()).toEqual([]);
});

it("gives whoever was told nothing before five trading days", async () => {
  const customer = await app.newCustomer();
  await goTo(addTradingDays("jpy", today(), 1), "10:00");
  const id = await open(customer);
  const late = addTradingDays("jpy", today(), 200);
  await goTo(late, "10:00");
  await expect.poll(async () => (await told(customer)).length).toBe(1);
  expect((await told(customer))[0]).toMatchObject({ due_on: addTradingDays("jpy", late, 5) });
  expect(await position(customer, id)).toMatchObject({ status: 0 });
});
