import { afterAll, beforeAll, expect, it } from "vitest";
import { localDate } from "@sanshi/rulebook";
import { startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import type { SignedIn } from "../../../../../tests/support/test-application.ts";

let replay: Awaited<ReturnType<typeof startWrittenReplay>>;
let customer: SignedIn;
beforeAll(async () => {
  const quiet = (code: string, date: string, at: number, volume: string) =>
    `${code},${date},${at},${(at * 1.002).toFixed(4)},${(at * 0.998).toFixed(4)},${at},${volume}`;
  const bars = [
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
  const actions = ["STM,2024-03-06,split,4", "MUL,2024-03-06,split,0.01"];
  replay = await startWrittenReplay({ bars, actions, from: "2024-03-04" });
  ({ customer } = replay);
});
afterAll(() => replay.stop());

const playTo = (date: string) => replay.playToOpening(date);
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
  ["STM", "MUL", "THN"].map((code) => held(csv, code)?.split(",").slice(-5, -3));

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
