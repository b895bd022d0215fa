import { afterAll, beforeAll, expect, it } from "vitest";
import { closing, startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { newRequestId, type SignedIn } from "../../../../../tests/support/test-application.ts";

type Replay = Awaited<ReturnType<typeof startWrittenReplay>>;
let replay: Replay;
let customer: SignedIn;
beforeAll(async () => {
  const bars = [
    ...["2024-03-04", "2024-03-05"].flatMap((date) => [
      `LIM,${date},100,100.2,99.8,100,40000000`,
      `SLD,${date},100,100.2,99.8,100,40000000`,
    ]),
    "LIM,2024-03-06,90,93,89,92,40000000",
    "LIM,2024-03-07,90,90.18,89.82,90,40000000",
    "SLD,2024-03-06,85,85.2,84.8,85,40000000",
    "SLD,2024-03-07,85,85.2,84.8,85,40000000",
    ...["2024-03-05", "2024-03-06"].flatMap((date) => [
      `SPL,${date},700,701,699,700,40000000`,
      `DVD,${date},20,20.02,19.98,20,40000000`,
      `TWO,${date},50,50.1,49.9,50,40000000`,
    ]),
    "SPL,2024-03-07,100,100.2,99.8,100,280000000",
    "DVD,2024-03-07,19.92,19.94,19.9,19.92,40000000",
    "TWO,2024-03-07,49,49.1,48.9,49,40000000",
  ];
  const actions = [
    "SPL,2024-03-07,split,7",
    "DVD,2024-03-07,dividend,0.077955",
    "TWO,2024-03-07,dividend,0.50",
    "TWO,2024-03-07,special_dividend,0.50",
  ];
  replay = await startWrittenReplay({ bars, actions, from: "2024-03-05" });
  ({ customer } = replay);
});
afterAll(() => replay.stop());

const playTo = (date: string) => replay.playToOpening(date);
const order = (code: string, more: object = {}) =>
  replay.app.accepted(
    "/trade/place-order",
    testOrder({ type: "usd", code, quantity: "100", ...more }),
    customer,
  );
const dayProfitOf = async (id: string) =>
  (await replay.app.accepted("/trade/position", { id }, customer)).day_profit;
const profit = async () =>
  (await replay.app.accepted("/user/profit", { currency: "USD" }, customer)).markets.find(
    ({ type }) => type === "usd",
  );

it("has the record's day for its today, over splits and dividends, whatever day the app's clock shows", async () => {
  await playTo("2024-03-05");
  const held = await order("LIM", { kind: "limit", price: "95" });
  const sold = await order("SLD");
  await replay.playTo(closing("usd", "2024-03-05") - 1);
  await playTo("2024-03-06");
  const split = await order("SPL");
  const paid = await order("DVD", { quantity: "10000" });
  const twice = await order("TWO");
  await expect
    .poll(
      async () => (await replay.app.accepted("/trade/position", { id: held.id }, customer)).status,
    )
    .toBe(0);
  await replay.app.accepted(
    "/trade/close-position",
    { id: sold.id, kind: "market", request_id: newRequestId() },
    customer,
  );
  expect((await profit())?.realised_today).toMatch(/^-15/);

  await playTo("2024-03-07");
  // Held since yesterday: from 92.00 to 90.00. Sold yesterday: nothing of it is today's.
  expect(await dayProfitOf(held.id)).toBe("-200.00");
  expect(await dayProfitOf(sold.id)).toBe("0.00");
  // From 20.00 less the dividend of 0.077955, which is 779.55 in money.
  expect(Number(await dayProfitOf(paid.id))).toBeCloseTo(10_000 * (19.92 - 19.922_045), 0);
  expect(await dayProfitOf(split.id)).toBe("0.00");
  // Two dividends of one amount are two: 50.00 less 1.00 is what the day began with.
  expect(await dayProfitOf(twice.id)).toBe("0.00");
  const { items } = await replay.app.accepted("/user/fund-records", {}, customer);
  const paidOut = items.filter(({ kind, amount }) => kind === "dividend" && amount === "50.00");
  expect(paidOut).toHaveLength(2);
  const { realised_today: realised } = (await profit())!;
  expect(realised).toBe("0.00");
  const { price: soldAt } = await replay.app.accepted(
    "/trade/close-position",
    { id: split.id, kind: "market", quantity: "500", request_id: newRequestId() },
    customer,
  );
  // From 100.00, which is a seventh of the close before, to what they were sold at.
  expect(Number(await dayProfitOf(split.id))).toBeCloseTo(500 * (Number(soldAt) - 100), 2);
});
