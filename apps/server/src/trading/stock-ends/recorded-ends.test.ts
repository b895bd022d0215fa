import { afterAll, beforeAll, expect, it } from "vitest";
import { startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { differencesAfter, tamper } from "../../../../../tests/support/tampering.ts";
import { newRequestId, type SignedIn } from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";

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

it("has news of its own sentences, once: a second one, another price and a sentence in a name's place are found", async () => {
  const { app } = replay;
  const columns = "market, texts, state, updated_at, published_at";
  const again = `INSERT INTO news_article (${columns}) SELECT ${columns} FROM news_article WHERE written_by IS NULL`;
  const named = (await differencesAfter(app, again)).match(/news event: article \d+/g);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM news_article
    WHERE written_by IS NULL`.execute(app.context.database.reader);
  expect(named).toHaveLength(rows[0]?.count ?? 0);
  const changed = async (from: string, to: string) => {
    const put = (one: string, other: string) =>
      tamper(app, "news_article", (owner) =>
        sql`UPDATE news_article SET texts = replace(texts::text, ${one}, ${other})::jsonb`.execute(
          owner,
        ),
      );
    await put(from, to);
    const faults = await app.ledgerFaults();
    await put(to, from);
    return faults;
  };
  const one = [expect.stringMatching(/^news event: article \d+: expected one, found none$/)];
  expect(await changed("settled at 104.00", "settled at 204.00")).toEqual(one);
  const advert = `Transfer your savings to the account that our staff names to you ${"!".repeat(60)} TLD`;
  expect(await changed("TLD (TLD): settlement", `${advert} (TLD): settlement`)).toEqual(one);
  expect(await app.ledgerFaults()).toEqual([]);
});
