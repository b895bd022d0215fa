import { afterAll, beforeAll, expect, it } from "vitest";
import { startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { newRequestId, type SignedIn } from "../../../../../tests/support/test-application.ts";

const dates = [
  ...["2024-03-04", "2024-03-05", "2024-03-06", "2024-03-07", "2024-03-08", "2024-03-11"],
  ...["2024-03-12", "2024-03-13", "2024-03-14", "2024-03-15"],
];
/** STP has no bars after the third date, TLD is told to end with the fifth, and MRG to merge with it. */
const lastDates = { ON: dates.length, STP: 3, TLD: 5, MRG: 5 };

let replay: Awaited<ReturnType<typeof startWrittenReplay>>;
let customer: SignedIn;
beforeAll(async () => {
  const bars = Object.entries(lastDates).flatMap(([code, count]) =>
    dates.slice(0, count).map((date, index) => {
      const at = 100 + index;
      return [code, date, at, at + 0.5, at - 0.5, at, 40_000_000].join();
    }),
  );
  const actions = ["TLD,2024-03-08,delisted,", "MRG,2024-03-08,merged,ON 3:4 1.20"];
  replay = await startWrittenReplay({ bars, actions, from: "2024-03-04" });
  ({ customer } = replay);
});
afterAll(() => replay.stop());

const buy = async (code: string) =>
  (
    await replay.app.accepted(
      "/trade/place-order",
      testOrder({ type: "usd", code, quantity: "10" }),
      customer,
    )
  ).id;
const position = (id: string) => replay.app.accepted("/trade/position", { id }, customer);
const refused = (code: string) =>
  replay.app.refused("/trade/place-order", testOrder({ type: "usd", code }), customer);
const stock = (code: string) =>
  replay.app.accepted("/market/stock", { type: "usd", code }, customer);

it("ends a stock as its record tells it or stops, and settles it at its last close", async () => {
  await replay.playToOpening("2024-03-05");
  const held = {
    ON: await buy("ON"),
    STP: await buy("STP"),
    TLD: await buy("TLD"),
    MRG: await buy("MRG"),
  };
  const day = { type: "usd", code: "TLD", last_trading_day: "2024-03-08", source: "record" };
  const ends = () => replay.app.context.feed.ends?.().map(({ code }) => code);
  expect(ends()).toEqual(["TLD", "MRG"]);
  expect(await stock("TLD")).toMatchObject({ end: { last_trading_day: day.last_trading_day } });
  expect((await stock("STP")).end).toBeNull();
  expect((await position(held.STP)).settlements).toEqual([]);

  await replay.playToOpening("2024-03-07");
  expect(await position(held.STP)).toMatchObject({
    ending: "stock_end",
    settlements: [{ price: "102.00", price_of: "2024-03-06", quantity: "10" }],
  });
  expect(await refused("STP")).toBe("instrument_ended");
  expect((await position(held.TLD)).settlements).toEqual([]);

  // Reached on the last day, which the clock leaps over.
  const exits = { id: await buy("TLD"), take_profit: "104.20", request_id: newRequestId() };
  await replay.app.advance(20 * 60);
  await replay.app.accepted("/trade/set-exits", exits, customer);

  await replay.playToOpening("2024-03-15");
  expect(await position(exits.id)).toMatchObject({ ending: "take_profit", settlements: [] });
  expect(await position(held.TLD)).toMatchObject({
    ending: "stock_end",
    settlements: [{ price: "104.00", price_of: "2024-03-08" }],
  });
  // Half a share of ON at its close, and 1.20 for each of ten.
  const [exchanged] = (await position(held.MRG)).exchanges;
  expect(exchanged).toMatchObject({ received: "7", cash: "64.00", target: { ratio: "3:4" } });
  expect(await position(exchanged!.new_position_id!)).toMatchObject({ code: "ON", stock_num: "7" });
  expect(await stock("TLD")).toMatchObject({ price: "104.00", end: { ended: true } });
  expect(await position(held.ON)).toMatchObject({ ending: null });
  const { items } = await replay.app.accepted(
    "/market/candles",
    { type: "usd", code: "TLD", period: "day" },
    customer,
  );
  expect(items).toHaveLength(5);
  const news = await replay.app.accepted("/news/list", { type: "usd", limit: "100" }, customer);
  const told = news.items.flatMap(({ texts }) => texts?.us.title ?? []);
  for (const [code, what] of [
    ["TLD", "end of listing"],
    ["TLD", "settlement price"],
    ["MRG", "share exchange"],
  ]) {
    expect(
      told.filter((title) => title.includes(`(${code}): ${what}`)),
      `${code} ${what}`,
    ).toHaveLength(1);
  }
  expect(await replay.app.ledgerFaults()).toEqual([]);
});
