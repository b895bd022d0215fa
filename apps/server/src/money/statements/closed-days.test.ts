import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { localDate } from "@sanshi/rulebook";
import { opening, startReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import type { SignedIn } from "../../../../../tests/support/test-application.ts";

let folder: string;
let replay: Awaited<ReturnType<typeof startReplay>>;
let customer: SignedIn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sanshi-closed-days-"));
  const quiet = (code: string, date: string, at: number, volume: string) =>
    `${code},${date},${at},${(at * 1.002).toFixed(4)},${(at * 0.998).toFixed(4)},${at},${volume}`;
  const bars = [
    "symbol,date,open,high,low,close,volume",
    ...["2024-03-04", "2024-03-05"].flatMap((date) => [
      quiet("STM", date, 100, "40000000"),
      quiet("MUL", date, 15, "40000000"),
    ]),
    ...["2024-03-06", "2024-03-07"].flatMap((date) => [
      quiet("STM", date, 25, "40000000"),
      quiet("MUL", date, 1500, "40000000"),
    ]),
    "THN,2024-03-04,10,10,10,10,400",
    "THN,2024-03-05,10,10,10,10,400",
    "THN,2024-03-06,8,8,8,8,400",
    "THN,2024-03-07,8,8,8,8,400",
  ];
  const actions = [
    "symbol,ex_date,action,value",
    "STM,2024-03-06,split,4",
    "MUL,2024-03-06,split,0.01",
  ];
  await mkdir(join(folder, "corpactions"));
  await writeFile(join(folder, "corpactions", "actions.csv"), actions.join("\n"));
  await writeFile(join(folder, "bars.csv"), bars.join("\n"));
  replay = await startReplay(folder, null, "2024-03-04", {
    MARKET_HOURS: "exchange",
    SIMULATED_GRANT: "USD:1000000",
  });
  customer = await replay.app.newCustomer();
});
afterAll(async () => {
  await replay.app.stop();
  await rm(folder, { recursive: true });
});

async function playTo(date: string): Promise<void> {
  await replay.playTo(opening("usd", date) + 3_000);
  await replay.app.settle();
}
const order = (code: string, more: object) =>
  replay.app.accepted("/trade/place-order", testOrder({ type: "usd", code, ...more }), customer);
const today = () => localDate("jpy", replay.app.context.clock.now());

async function statementOf(day: string, format: "csv" | "pdf"): Promise<string> {
  const form = { from: day, to: day, format, language: "us" } as const;
  const { base64 } = await replay.app.accepted("/user/statement", form, customer);
  return Buffer.from(base64, "base64").toString("latin1");
}
const held = (csv: string, code: string) =>
  csv.split("\r\n").find((line) => line.startsWith(`${code},`) && line.includes(",Long,"));
const pricesOf = (csv: string) =>
  ["STM", "MUL", "THN"].map((code) => held(csv, code)?.split(",").slice(-2));

it("says of a day that is over what it said as it ended, over splits and later fills of the same order", async () => {
  await playTo("2024-03-05");
  await order("STM", { quantity: "10" });
  await order("MUL", { quantity: "105" });
  await order("THN", { quantity: "250", kind: "limit", price: "10.20" });
  await replay.app.settle();
  const day = today();
  const before = await statementOf(day, "csv");
  expect(pricesOf(before).slice(0, 2)).toEqual([
    ["10", "100.01"],
    ["105", "15.01"],
  ]);
  const [filled = "", price] = pricesOf(before)[2] ?? [];
  expect(Number(filled)).toBeGreaterThan(0);
  expect(Number(filled)).toBeLessThan(250);

  await playTo("2024-03-06");
  const [csv, pdf] = [await statementOf(day, "csv"), await statementOf(day, "pdf")];
  expect(pricesOf(csv)).toEqual([
    ["10", "100.01"],
    ["105", "15.01"],
    [filled, price],
  ]);
  expect(pricesOf(await statementOf(today(), "csv"))).toEqual([
    ["40", "25.0025"],
    ["1", "1501.00"],
    expect.not.arrayContaining([filled]),
  ]);
  await playTo("2024-03-07");
  expect(await statementOf(day, "csv")).toBe(csv);
  expect(await statementOf(day, "pdf")).toBe(pdf);
});
