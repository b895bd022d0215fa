import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addTradingDays, instantOf, marginTerm } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { opening, startReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";

const from = "2023-06-01";
const bought = addTradingDays("jpy", from, 1);
const { dueOn, lastDay } = marginTerm("jpy", bought)!;
const dates: string[] = [];
for (let date = from; dates.length < 160; date = addTradingDays("jpy", date, 1)) dates.push(date);
const priceOn = (date: string) => 2_000 + dates.indexOf(date);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-stepped-terms-"));
  // Each day has one price: it says when a sale was.
  const rows = dates.map((date) => {
    const at = priceOn(date);
    return `7203.T,${date},${at},${at},${at},${at},40000000`;
  });
  await writeFile(
    join(folder, "bars.csv"),
    ["symbol,date,open,high,low,close,volume", ...rows].join("\n"),
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** What becomes of a purchase on margin and of a short where the clock goes to each of these moments in one step. */
async function played(moments: readonly number[]) {
  const environment = { MARKET_HOURS: "exchange", MARKET_RULES: "exchange" };
  const replay = await startReplay(folder, null, from, {
    ...environment,
    SIMULATED_GRANT: "JPY:3000000",
  });
  const { app } = replay;
  try {
    await replay.playTo(opening("jpy", bought) + 3_000);
    await app.settle();
    const customer = await app.newCustomer();
    const order = { quantity: "100" } as const;
    const lent = await app.accepted(
      "/trade/place-order",
      testOrder({ ...order, leverage: "2" }),
      customer,
    );
    const short = await app.accepted(
      "/trade/place-order",
      testOrder({ ...order, side: "short" }),
      customer,
    );
    for (const moment of moments) {
      await replay.playTo(moment);
      await app.settle();
    }
    const { items } = await app.accepted("/user/messages", { limit: "100" }, customer);
    const positions = await Promise.all(
      [lent, short].map(({ id }) => app.accepted("/trade/position", { id }, customer)),
    );
    expect(await app.ledgerFaults()).toEqual([]);
    return {
      notices: items
        .filter(({ kind }) => kind === "margin_term")
        .map(({ params }) => `${params["side"]} until ${params["last_day"]}`)
        .toSorted(),
      sales: positions.map(({ ending, forced_sales: sales }) => [
        ending,
        ...sales.map(({ price, reason }) => `${reason} at ${price}`),
      ]),
    };
  } finally {
    await app.stop();
  }
}

const end = opening("jpy", addTradingDays("jpy", dueOn, 4)) + 3_600_000;

it("ends a margin term within a step at the first price of its day, told ahead as in many steps", async () => {
  const once = await played([end]);
  expect(once.sales).toEqual([
    ["forced_sale", `term_ended at ${priceOn(dueOn)}`],
    ["forced_sale", `term_ended at ${priceOn(dueOn)}`],
  ]);
  expect(once.notices).toHaveLength(6);
  expect(once.notices[0]).toBe(`long until ${lastDay}`);
  const often = [-40, -20, -4, -1, 0].map(
    (days) => instantOf("jpy", addTradingDays("jpy", dueOn, days), "09:30") as number,
  );
  expect(await played([...often, end])).toEqual(once);
});
