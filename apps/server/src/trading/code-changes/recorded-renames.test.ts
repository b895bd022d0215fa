import { afterAll, beforeAll, expect, it } from "vitest";
import { startWrittenReplay } from "../../../../../tests/simulation/replay-application.ts";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { differencesAfter } from "../../../../../tests/support/tampering.ts";

let replay: Awaited<ReturnType<typeof startWrittenReplay>>;
beforeAll(async () => {
  const bar = (code: string, date: string, at: number) =>
    `${code},${date},${at},${at * 1.002},${at * 0.998},${at},40000000`;
  replay = await startWrittenReplay({
    bars: [
      bar("OLDA", "2024-03-04", 100),
      bar("OLDA", "2024-03-05", 102),
      bar("NEWA", "2024-03-06", 110),
      bar("NEWA", "2024-03-07", 112),
      ...["04", "05", "06", "07"].map((day) => bar("NEWB", `2024-03-${day}`, 50)),
    ],
    actions: ["OLDA,2024-03-06,renamed,NEWA", "OLDB,2024-03-06,renamed,NEWB"],
    from: "2024-03-04",
  });
});
afterAll(() => replay.stop());

it("joins the files of both codes, and carries what is held, with the day's profit over the change", async () => {
  const { app, customer } = replay;
  await replay.playToOpening("2024-03-05");
  const codes = async (q: string) =>
    (await app.accepted("/market/search", { q }, customer)).map(({ code }) => code);
  expect(await codes("NEWA")).toEqual([]);
  const { id } = await app.accepted(
    "/trade/place-order",
    testOrder({ type: "usd", code: "OLDA", quantity: "10" }),
    customer,
  );
  await replay.playToOpening("2024-03-06");
  expect(await codes("OLDA")).toEqual(["NEWA"]);
  // From a close of 102 to an opening of 110, ten shares.
  const held = await app.accepted("/trade/position", { id }, customer);
  expect(held).toMatchObject({ code: "NEWA", day_profit: "80.00", nowprice: "110.00" });
  const { items } = await app.accepted(
    "/market/candles",
    { type: "usd", code: "NEWA", period: "day" },
    customer,
  );
  expect(items.map((candle) => candle[1])).toEqual(["100.00", "102.00", "110.00"]);
});

it("tells of it in the news as of a change that operators decide", async () => {
  const { app, customer } = replay;
  const { items } = await app.accepted("/news/list", { type: "usd" }, customer);
  expect(items.flatMap(({ texts }) => texts?.us.title ?? [])).toContainEqual(
    expect.stringMatching(/OLDA.*change ahead/),
  );
  // The record explains it, and nothing else that is said of it.
  expect(await app.ledgerFaults()).toEqual([]);
  const columns = "market, state, updated_at, published_at";
  const otherwise = `INSERT INTO news_article (texts, ${columns})
    SELECT replace(texts::text, 'NEWA', 'NEWC')::jsonb, ${columns} FROM news_article WHERE texts::text LIKE '%NEWA%'`;
  expect(await differencesAfter(app, otherwise)).toMatch(/^news event: article \d+.*found none$/);
});

it("has a stock whose file is under the new code alone as one history too", async () => {
  const { app, customer } = replay;
  const { items } = await app.accepted(
    "/market/candles",
    { type: "usd", code: "NEWB", period: "day" },
    customer,
  );
  expect(items).toHaveLength(3);
  const stock = await app.accepted("/market/stock", { type: "usd", code: "OLDB" }, customer);
  expect(stock).toMatchObject({ code: "NEWB", formerly: { code: "OLDB", until: "2024-03-06" } });
});
