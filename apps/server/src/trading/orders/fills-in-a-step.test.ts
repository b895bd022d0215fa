import { afterAll, beforeAll, expect, it } from "vitest";
import { startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { firstOperator, opsAccepted } from "../../../../../tests/support/test-operators.ts";

/** Bought on the 5th at 95 and sold on the 6th at 110 within a step to the 8th; what is kept has a dividend on the 7th. */
const bars = [
  ...["KEP", "SLD"].flatMap((code) => [
    `${code},2024-03-04,100,101,99,100,40000000`,
    `${code},2024-03-05,100,101,94,97,40000000`,
  ]),
  "KEP,2024-03-06,97,98,96,97,40000000",
  "SLD,2024-03-06,100,112,99,111,40000000",
  ...["KEP", "SLD"].flatMap((code) => [
    `${code},2024-03-07,97,98,96,97,40000000`,
    `${code},2024-03-08,99,99,99,99,40000000`,
  ]),
];

let replay: Awaited<ReturnType<typeof startWrittenReplay>>;
beforeAll(async () => {
  const actions = ["KEP,2024-03-07,dividend,0.50"];
  replay = await startWrittenReplay({ bars, actions, from: "2024-03-04" });
});
afterAll(() => replay.stop());

it("fills that a step has found stand on the day of their price, with its interest, dividends and profit", async () => {
  const { app, customer } = replay;
  await replay.playToOpening("2024-03-04");
  const place = async (code: string, more: object = {}) => {
    const limit = { type: "usd", code, kind: "limit", price: "95.00", ...more } as const;
    return (await app.accepted("/trade/place-order", testOrder(limit), customer)).id;
  };
  const kept = await place("KEP", { leverage: "2" });
  const sold = await place("SLD", { take_profit: "110.00" });
  await replay.playToOpening("2024-03-08");
  const position = (id: string) => app.accepted("/trade/position", { id }, customer);
  await expect.poll(async () => (await position(sold)).status).toBe(2);
  await expect.poll(async () => (await position(kept)).actions.length).toBe(1);

  const dayOf = (time: string) => {
    const date = new Date(Date.parse(time) - replay.appTime(0));
    return date.toISOString().slice(0, 10);
  };
  const after = await position(kept);
  expect(after.actions[0]).toMatchObject({ kind: "dividend", amount: "50.00" });
  expect(dayOf(after.buy_time)).toBe("2024-03-05");
  expect(after.fills.map(({ at }) => dayOf(at))).toEqual(["2024-03-05"]);
  // 99 from the close of 97: it was held the day before.
  expect(after.day_profit).toBe("200.00");
  expect(Number(after.interest)).toBeGreaterThan(0);

  const gone = await position(sold);
  expect(gone.fills.map(({ at }) => dayOf(at))).toEqual(["2024-03-05", "2024-03-06"]);
  expect(gone.day_profit).toBe("0.00");
  const fills = await app.accepted("/trade/fills", { type: "usd", code: "SLD" }, customer);
  expect(fills.map(({ at }) => dayOf(at))).toEqual(["2024-03-06", "2024-03-05"]);
  expect(await app.ledgerFaults()).toEqual([]);
});

it("fills nothing at the prices within a halt that began before the step and ended in it, and what comes after", async () => {
  const halted = await startWrittenReplay({ bars, actions: [], from: "2024-03-04" });
  try {
    const { app, customer } = halted;
    await halted.playToOpening("2024-03-04");
    const place = async (price: string) => {
      const limit = { type: "usd", code: "KEP", kind: "limit", price } as const;
      return (await app.accepted("/trade/place-order", testOrder(limit), customer)).id;
    };
    const [within, after] = [await place("95.00"), await place("96.50")];
    const admin = await firstOperator(app);
    const halt = { scope: "market", type: "usd", reason: "technical_fault" } as const;
    const twoDays = { ...halt, ends_in_minutes: 2 * 24 * 60 };
    await opsAccepted(app, "/api/ops/trading-halts/create", twoDays, admin);
    await halted.playToOpening("2024-03-08");
    const position = (id: string) => app.accepted("/trade/position", { id }, customer);
    await expect.poll(async () => (await position(after)).status).toBe(0);
    const [fill] = (await position(after)).fills;
    const date = new Date(Date.parse(fill?.at ?? "") - halted.appTime(0)).toISOString();
    expect(date.slice(0, 10)).toBe("2024-03-06");
    expect((await position(within)).status).toBe(3);
  } finally {
    await halted.stop();
  }
});
