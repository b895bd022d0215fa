import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addTradingDays, marginTerm } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { opening, startReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { rows, sql } from "../../platform/sql/database.ts";

const from = "2023-06-01";
const bought = addTradingDays("jpy", from, 1);
const { dueOn, lastDay } = marginTerm("jpy", bought)!;
const dates: string[] = [];
for (let date = from; dates.length < 140; date = addTradingDays("jpy", date, 1)) dates.push(date);
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

it("ends a margin term within a step at the first price of its day, told ahead of on the days before", async () => {
  const replay = await startReplay(folder, null, from, {
    ...{ MARKET_HOURS: "exchange", MARKET_RULES: "exchange" },
    SIMULATED_GRANT: "JPY:3000000",
  });
  const { app } = replay;
  try {
    await replay.playTo(opening("jpy", bought) + 3_000);
    await app.settle();
    const customer = await app.newCustomer();
    for (const more of [{ leverage: "2" }, { side: "short" }] as const) {
      await app.accepted("/trade/place-order", testOrder(more), customer);
    }
    await replay.playTo(opening("jpy", addTradingDays("jpy", dueOn, 4)) + 3_600_000);
    await app.settle();
    const sales = await rows(
      app.owner.reader,
      sql<{ reason: string; price: bigint }>`SELECT reason, price FROM forced_sale`,
    );
    const sale = { reason: "term_ended", price: BigInt(priceOn(dueOn)) * 10_000n };
    expect(sales).toEqual([sale, sale]);
    const notices = await rows(
      app.owner.reader,
      sql<{ stage: string; at: number }>`SELECT stage, told_at AS at FROM margin_term_notice
        ORDER BY told_at, position_id`,
    );
    const dateOf = (at: number) => new Date(at - replay.appTime(0) + 12 * 3_600_000);
    const told = notices.map(
      ({ stage, at }) => `${stage} ${dateOf(at).toISOString().slice(0, 10)}`,
    );
    const days = told.filter((_, index) => index % 2 === 0);
    // Of the long and of the short, each once.
    expect(told.filter((_, index) => index % 2 === 1)).toEqual(days);
    expect(days.map((one) => one.split(" ")[0])).toEqual(["month", "week", "day"]);
    expect(days[2]).toBe(`day ${lastDay}`);
    expect(await app.ledgerFaults()).toEqual([]);
  } finally {
    await app.stop();
  }
});
