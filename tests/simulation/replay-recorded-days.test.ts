import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { instantOf, type LocalDate } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newRequestId, type SignedIn } from "../support/test-application.ts";
import { opening, startReplay } from "./replay-application.ts";

/**
 * Days of a record that are played on the app's clock years later: sessions, limits, splits, dividends and halts
 * are those of the record.
 */
const header = "symbol,date,open,high,low,close,volume";
type Replay = Awaited<ReturnType<typeof startReplay>>;

async function folderOf(...lines: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "sanshi-recorded-days-"));
  await writeFile(join(folder, "bars.csv"), lines.join("\n"));
  return folder;
}

const at = (market: MarketKey, date: LocalDate, time: string) => instantOf(market, date, time);

describe("daily bars of New York, around the clock", () => {
  let folder: string;
  let replay: Replay;
  let customer: SignedIn;
  let position = "";
  beforeAll(async () => {
    folder = await folderOf(
      header,
      "TEST,2014-06-05,100,110,95,108,40000",
      "TEST,2014-06-06,108,112,100,110,40000",
      "TEST,2014-06-09,22,23,21,22.5,200000",
      "TEST,2014-06-10,21.5,22,21,21.8,200000",
      "HALT,2014-06-05,50,51,49,50.5,1000",
      "HALT,2014-06-06,50.5,52,50,51.5,1000",
      "HALT,2014-06-10,51,53,51,52,1000",
    );
    await writeFile(
      join(folder, "TEST_actions.csv"),
      "Date,Dividends,Stock Splits\n2014-06-09,0.0,5.0\n2014-06-10,0.5,0.0\n",
    );
    replay = await startReplay(folder, null, "2014-06-05");
    customer = await replay.app.newCustomer();
  });
  afterAll(async () => {
    await replay.app.stop();
    await rm(folder, { recursive: true });
  });

  const order = (more: Record<string, string>) => ({
    ...{ type: "usd", code: "TEST", side: "long", leverage: "1", quantity: "10" },
    ...{ request_id: newRequestId(), ...more },
  });
  const available = async () => {
    const { currencies } = await replay.app.accepted("/user/assets", {}, customer);
    return Number(currencies.find(({ currency }) => currency === "USD")!.available);
  };
  const held = async () => {
    const list = await replay.app.accepted("/trade/userstocklist", { type: "usd" }, customer);
    return list[position] as unknown as Record<string, string>;
  };

  it("take a limit order between two prices, and no market order", async () => {
    await replay.playTo(at("usd", "2014-06-05", "10:30"));
    const { app } = replay;
    const market = await app.refused("/trade/place-order", order({ kind: "market" }), customer);
    expect(market).toBe("price_unavailable");
    const limit = order({ kind: "limit", price: "97" });
    const { body } = await app.post("/trade/place-order", limit, customer);
    expect(body).toMatchObject({ status: 1, data: { status: 3 } });
    position = (body.data as { id: string }).id;
  });

  it("fill it at its limit when the day's low is told, not at the low", async () => {
    await replay.playTo(at("usd", "2014-06-05", "11:40"));
    const details = () =>
      replay.app.accepted("/trade/position", { id: position }, customer).then(({ fills }) => fills);
    await expect.poll(async () => (await details()).length).toBe(1);
    expect((await details())[0]).toMatchObject({ price: "97.00", quote: { ask: "95.01" } });
  });

  it("bring a split to what is held at the record's opening: nothing is lost", async () => {
    const money = await available();
    await replay.playTo(at("usd", "2014-06-09", "09:00"));
    expect(await held()).toMatchObject({ stock_num: "10", nowprice: "110.00" });
    await replay.playTo(opening("usd", "2014-06-09"));
    await expect.poll(held).toMatchObject({ stock_num: "50", nowprice: "22.00" });
    expect(await held()).toMatchObject({ buy_price: "19.40" });
    const list = await replay.app.accepted("/trade/userstocklist", { type: "usd" }, customer);
    // 50 × (22.00 − 19.40): before the split, 10 × (110.00 − 97.00).
    expect(list["fdyk"]).toBe("130.00");
    expect(await available()).toBe(money);
  });

  it("say of a stock without a price that it is halted, without the change of a day before", async () => {
    const key = { type: "usd", code: "HALT" } as const;
    expect(await replay.app.accepted("/market/stock", key, customer)).toMatchObject({
      ...{ halted: true, price: "51.50", change: "0.00", change_percent: "0.00", volume: "0" },
    });
    const limit = order({ code: "HALT", kind: "limit", price: "50" });
    expect(await replay.app.refused("/trade/place-order", limit, customer)).toBe(
      "instrument_halted",
    );
  });

  it("pay a dividend on the shares after the split", async () => {
    const before = await available();
    await replay.playTo(opening("usd", "2014-06-10"));
    await expect.poll(available).toBe(before + 25);
    const { actions } = await replay.app.accepted("/trade/position", { id: position }, customer);
    expect(actions).toMatchObject([
      { kind: "split", ex_date: "2014-06-09", quantity_before: "10", quantity_after: "50" },
      { kind: "dividend", ex_date: "2014-06-10", per_share: "0.50", amount: "25.00" },
    ]);
    expect(await replay.app.ledgerFaults()).toEqual([]);
  });
});

describe("daily bars of Shanghai with MARKET_HOURS=exchange", () => {
  let folder: string;
  let replay: Replay;
  let customer: SignedIn;
  beforeAll(async () => {
    folder = await folderOf(
      `${header},pre_close`,
      "688981.SH,2021-06-24,50,52,49,51,4000000,50",
      "688981.SH,2021-06-25,51,53,50,52,4000000,51",
      "688981.SH,2021-06-28,52,54,51,53,4000000,52",
      "601398.SH,2021-06-24,5,5.1,4.9,5,4000000,5",
      "601398.SH,2021-06-25,5,5.1,4.9,5,4000000,5",
      "601398.SH,2021-06-28,5,5.1,4.9,5,4000000,5",
    );
    const hours = { MARKET_HOURS: "exchange" };
    replay = await startReplay(folder, null, "2021-06-24", hours);
    customer = await replay.app.newCustomer();
  });
  afterAll(async () => {
    await replay.app.stop();
    await rm(folder, { recursive: true });
  });

  const status = async () => {
    const all = await replay.app.accepted("/market/status", {}, customer);
    return all.find(({ type }) => type === "cny")!;
  };
  const limits = async (code: string) => {
    const stock = await replay.app.accepted("/market/stock", { type: "cny", code }, customer);
    return [stock.limit_down, stock.limit_up];
  };
  const buy = (price: string) =>
    replay.app.refused(
      "/trade/place-order",
      {
        ...{ type: "cny", code: "688981", side: "long", kind: "limit", leverage: "1" },
        ...{ quantity: "200", price, request_id: newRequestId() },
      },
      customer,
    );
  const told = (date: LocalDate, time: string) =>
    new Date(replay.appTime(at("cny", date, time))).toISOString();

  it("have the limits of the day from the previous close, wider on STAR", async () => {
    await replay.playTo(at("cny", "2021-06-25", "14:00"));
    expect(await limits("688981")).toEqual(["40.80", "61.20"]);
    expect(await limits("601398")).toEqual(["4.50", "5.50"]);
    expect(await buy("61.21")).toBe("price_beyond_limit");
    expect(await buy("40.8")).toBe("ok");
  });

  it("are open in the record's sessions", async () => {
    expect(await status()).toMatchObject({
      ...{ open: true, trading_date: "2021-06-25", closes_at: told("2021-06-25", "14:57") },
    });
    await replay.playTo(at("cny", "2021-06-26", "10:00"));
    expect(await status()).toMatchObject({
      ...{ open: false, trading_date: "2021-06-28", opens_at: told("2021-06-28", "09:30") },
    });
    // Between two days of the record an order waits for the next one.
    expect(await buy("50")).toBe("ok");
  });

  it("take the last close for the next day's limits", async () => {
    await replay.playTo(at("cny", "2021-06-28", "09:20"));
    expect(await limits("688981")).toEqual(["41.60", "62.40"]);
  });

  it("stay closed when the record is over", async () => {
    await replay.playTo(at("cny", "2021-06-29", "10:00"));
    expect(await status()).toMatchObject({ open: false, opens_at: null });
    expect(await buy("50")).toBe("price_unavailable");
  });
});
