import type { CallInput, CallOutput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { instantOf, localDate, nextTradingDay } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({}, { jobsByThemselves: true });
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

type PlaceInput = CallInput<Calls["/trade/place-order"]>;
const place = async (more: Partial<PlaceInput>, who = customer) => {
  const input: PlaceInput = {
    type: "jpy",
    code: "7203",
    side: "long",
    kind: "market",
    quantity: "10",
    leverage: "1",
    ...more,
    request_id: newRequestId(),
  };
  return (await app.accepted("/trade/place-order", input, who)).id;
};
const close = (id: string, at: string) =>
  app.accepted(
    "/trade/close-position",
    { id, kind: "limit", price: at, request_id: newRequestId() },
    customer,
  );
const position = (id: string): Promise<CallOutput<Calls["/trade/position"]>> =>
  app.accepted("/trade/position", { id }, customer);

const level = (last: string, quantity: number) => [
  { price: price(BigInt(Math.round(Number(last) * 10_000))), quantity: shares(BigInt(quantity)) },
];
const quote = (last: string, quantity = 10_000) =>
  app.feed.quote("jpy", "7203", last, {
    asks: level(last, quantity),
    bids: level(last, quantity),
  });

/** Over the night of a split of one share into two. */
async function overSplit(): Promise<void> {
  const now = app.context.clock.now();
  const exDate = nextTradingDay("jpy", localDate("jpy", now), "always");
  app.feed.act("jpy", "7203", { kind: "split", exDate, numerator: 2n, denominator: 1n });
  await app.advance(Math.ceil((instantOf("jpy", exDate, "00:00") - now) / 1_000) + 1);
}

describe("a split", () => {
  it("that is still being applied to others hides no price: what it reaches is filled once that is done", async () => {
    quote("2850");
    const order = { kind: "limit", price: "2840" } as const;
    const resting = await place(order);
    const other = await app.newCustomer();
    const held = await place({}, other);
    const { pool } = app.context.database;
    const holder = await pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM position WHERE id = $1 FOR UPDATE", [held]);
      await overSplit();
      // The only quote of the day.
      quote("1420");
      await expect
        .poll(async () => {
          const { rowCount } = await pool.query(
            "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
          );
          return rowCount;
        })
        .toBeGreaterThan(0);
      expect((await position(resting)).status).toBe(3);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
    await expect.poll(() => position(resting)).toMatchObject({ status: 0, stock_num: "20" });
  });

  it("brings whatever waits to the new prices, sets nothing off, and all of it goes on there", async () => {
    quote("2850");
    const stop = await place({ kind: "stop", stop_price: "3000" });
    const both = await place({
      kind: "stop_limit",
      stop_price: "3000",
      price: "3001",
      side: "long",
    });
    const bracket = await place({ take_profit: "3100", stop_loss: "2701" });
    const short = await place({
      side: "short",
      leverage: "2",
      quantity: "100",
      take_profit: "2601",
      stop_loss: "3201",
    });
    const selling = await place({});
    const covering = await place({ side: "short" });
    const resting = await place({ kind: "limit", price: "2849", quantity: "30", leverage: "2" });
    quote("2849", 10);
    await expect.poll(async () => (await position(resting)).quantity_waiting).toBe("20");
    await app.advance(900);
    quote("2850");
    await close(selling, "2950");
    await close(covering, "2751");

    await overSplit();
    quote("1425");

    const ids = [stop, both, bracket, short, selling, covering, resting];
    await expect
      .poll(async () => {
        const all = await Promise.all(ids.map(position));
        return all.every(({ actions }) => actions.length === 1);
      })
      .toBe(true);
    expect(await position(stop)).toMatchObject({ status: 3, stop_price: "1500" });
    expect(await position(both)).toMatchObject({ stop_price: "1500", limit_price: "1500.5" });
    expect(await position(bracket)).toMatchObject({
      status: 0,
      take_profit: "1550",
      stop_loss: "1350.5",
    });
    expect(await position(short)).toMatchObject({
      status: 0,
      stock_num: "200",
      buy_price: "1425",
      margin: "142500",
      take_profit: "1300.5",
      stop_loss: "1600.5",
    });
    expect(await position(selling)).toMatchObject({ status: 1, closing_price: "1475" });
    expect(await position(covering)).toMatchObject({ status: 1, closing_price: "1375.5" });
    expect(await position(resting)).toMatchObject({
      status: 0,
      stock_num: "20",
      quantity_waiting: "40",
      limit_price: "1424.5",
    });

    const becomes = async (id: string, last: string, status: number) =>
      expect
        .poll(
          async () => {
            quote(last);
            return (await position(id)).status;
          },
          { interval: 150 },
        )
        .toBe(status);
    await expect
      .poll(async () => {
        quote("1424");
        return (await position(resting)).quantity_waiting;
      })
      .toBe("0");
    await becomes(covering, "1375", 2);
    await becomes(bracket, "1350", 2);
    await becomes(short, "1300", 2);
    await becomes(selling, "1475", 2);
    await becomes(stop, "1500", 0);
    await becomes(both, "1500", 0);
    const { rows } = await app.context.database.pool.query<{ lent: string }>(
      "SELECT coalesce(sum(quantity), 0) AS lent FROM share_loan",
    );
    expect(rows[0]?.lent).toBe("0");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
