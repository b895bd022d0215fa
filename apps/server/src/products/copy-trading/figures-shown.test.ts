import { dayMs } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { marketDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  closesUntilToday,
  newProduct,
  productOf,
  quietProduct,
  toNextValuation,
} from "../../../../../tests/support/test-copy-products.ts";
import { verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";
import { productsForOperators } from "./operators-answers.ts";
import { replayValuation } from "./replay.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";
import { testNext } from "./backtesting.ts";
import { testedPart } from "./live-figures.ts";

let app: TestApplication;
let customer: SignedIn;
const prices = { "7203": "2850", "6758": "3300" };
const half = { "7203": "1425", "6758": "1650" };

beforeAll(async () => {
  app = await startTestApplication();
  [customer] = (await verifiedCustomers(app, 1)) as [SignedIn];
  closesUntilToday(app, prices);
});
afterAll(() => app.stop());

const page = (id: bigint, period: "month" | "quarter" | "year" | "start") =>
  app.accepted("/trade/product", { id: `${id}`, period }, customer);

describe("figures of a product", () => {
  it("are of the period that is asked for, from its own valuations and fills, and agree with the ranking", async () => {
    const id = await newProduct(app, { lock_up_days: 0 });
    await toNextValuation(app, id, prices);
    const asked = { id: `${id}`, amount: "100000", request_id: newRequestId() };
    const { id: following } = await app.accepted("/trade/follow", asked, customer);
    await toNextValuation(app, id, prices);
    await app.advance(32 * 86_400);
    await toNextValuation(app, id, prices);
    await toNextValuation(app, id, half);
    const [all, month] = [await page(id, "start"), await page(id, "month")];
    expect(all.live.points[0]?.value).toBe("100.00");
    expect(month.live.points[0]?.value).toBe("100.00");
    // A month back is a day of the gap: it begins with the last value before it.
    expect(month.live.points).toHaveLength(all.live.points.length - 1);
    expect(month.live.figures?.from).toBe(all.live.points[1]?.day);
    for (const { live, product } of [all, month]) {
      expect(product.result).toMatchObject({
        ...{ from: live.figures?.from, to: live.figures?.to, return: live.figures?.return },
      });
      expect(Number(live.figures?.return)).toBeLessThan(-20);
      expect(live.figures?.worst_fall_is_over).toBe(false);
      expect(Number(live.figures?.turnover)).toBeGreaterThan(0);
    }
    const listed = async (period: "month" | "start") => {
      const found = await app.accepted("/trade/productlist", { type: "jpy", period }, customer);
      return found.find((one) => one.id === `${id}`);
    };
    expect((await listed("month"))?.result).toEqual(month.product.result);

    // The sum of a profit: units × value, less what was paid.
    const own = async () => {
      const found = await app.accepted("/trade/userproductlist", { type: "jpy" }, customer);
      const one = found.find((each) => each.id === following);
      if (one === undefined) throw new Error("nothing is followed");
      return one;
    };
    const held = await own();
    expect(Math.floor(Number(held.units) * Number(held.unit_cost))).toBeGreaterThan(99_990);
    expect(Math.floor(Number(held.units) * Number(held.unit_value))).toBe(Number(held.value));
    expect(Number(held.total_profit)).toBe(Number(held.value) - 100_000);
    await app.accepted(
      "/trade/end-follow",
      { id: following, request_id: newRequestId() },
      customer,
    );
    await toNextValuation(app, id, half);
    const ended = await own();
    expect(ended).toMatchObject({ status: 1, unit_cost: held.unit_cost });
    expect(Math.floor(Number(ended.units) * Number(ended.unit_value))).toBe(Number(ended.value));
    expect(Number(ended.total_profit)).toBe(Number(ended.value) - 100_000);

    // In the worst 30 days it lost more than its back-test: that is what following is said to risk.
    const preview = await app.accepted(
      "/trade/preview-follow",
      { id: `${id}`, amount: "50000" },
      customer,
    );
    expect(preview).toMatchObject({
      ...{ lock_up_days: 0, gain_percent: 10, performance_fee_of_gain: "500" },
    });
    const worst = -Number(all.live.figures?.worst_month);
    expect(Number(preview.worst_month_loss)).toBe(Math.ceil((50_000 * worst) / 100));

    // Every valuation comes to the same from fills, postings and followings.
    const replayed = async (number: number) => {
      const found = await replayValuation(app.context, { id, number });
      if (!found.ok) throw new Error(`valuation ${number} was refused`);
      return found.value;
    };
    const { valuations } = await productOf(app, id);
    for (let number = 1; number <= valuations; number += 1) {
      const { figures } = await replayed(number);
      expect(figures.filter(({ equal }) => !equal)).toEqual([]);
    }
    const { figures } = await replayed(4);
    expect(figures.filter(({ figure }) => figure === "quantity").length).toBeGreaterThan(1);
    const beyond = { id, number: valuations + 1 };
    expect(await replayValuation(app.context, beyond)).toMatchObject({ ok: false });
    // The desk sees what it is exposed to: what it holds and its money come to its worth.
    const desk = await productsForOperators(app.context, { limit: "50" });
    if (!desk.ok) throw new Error("the list was refused");
    const { exposure, value } = desk.value.items.find((one) => one.id === `${id}`)!;
    expect(Number(exposure.long)).toBeGreaterThan(0);
    expect(exposure.short).toBe("0");
    const left = Number(exposure.long) + Number(exposure.money) - Number(ended.value);
    expect(Math.abs(left - Number(value))).toBeLessThan(500);
    // What somebody has changed behind our back is named, with what it follows from.
    const { reader: owner } = app.owner;
    await sql`ALTER TABLE copy_valuation DISABLE TRIGGER copy_valuation_append_only`.execute(owner);
    await sql`UPDATE copy_valuation SET unit_value = unit_value + 1000000,
      positions = jsonb_set(positions, '{0,quantity}', '"7"')
      WHERE product_id = ${id} AND number = 4`.execute(owner);
    await sql`ALTER TABLE copy_valuation ENABLE TRIGGER copy_valuation_append_only`.execute(owner);
    const forged = await replayed(4);
    expect(forged.equal).toBe(false);
    const differing = forged.figures.filter(({ equal }) => !equal);
    expect(differing.map(({ figure }) => figure)).toEqual(["quantity", "unit_value"]);

    // Nothing was valued for two months: it stays in the ranking, with its last value and no result.
    await app.advance(70 * 86_400);
    const before = await listed("start");
    expect(before?.result).not.toBeNull();
    expect(await listed("month")).toMatchObject({ result: null, unit_value: before?.unit_value });
  });

  it("are those of a test over years of minutes once there is one, which says so and is not begun anew", async () => {
    closesUntilToday(app, prices, { days: 120 });
    const id = await quietProduct(app);
    const before = await page(id, "start");
    expect(before.backtest.bars).toBe("days");
    const { clock } = app.context;
    const feed = createSimulatedFeed({ seed: "tested", hours: "always", clock });
    const codes = ["7203", "6758", "8306"];
    const instruments = (market: MarketKey) =>
      feed.instruments().filter((one) => one.market === market && codes.includes(one.code));
    const context = { ...app.context, feed, quotes: { instruments } };
    const test = (isStopped: () => boolean) =>
      testNext(context, isStopped, { bars: "minutes", years: 0.25 });
    // Whoever stops a process in the middle loses nothing but time.
    expect(await test(() => true)).toBe(false);
    expect((await page(id, "start")).backtest).toEqual(before.backtest);
    const answers = await Promise.all([test(() => false), test(() => false)]);
    expect(answers).toContain(true);
    while (await test(() => false));
    const { backtest, product } = await page(id, "start");
    expect(backtest.bars).toBe("minutes");
    expect(backtest.figures).not.toEqual(before.backtest.figures);
    expect(Number(backtest.figures?.days)).toBeGreaterThan(80);
    const { from, to, days } = backtest.figures ?? {};
    expect(product.expected_daily_profit).toMatchObject({ from, to, days });
    const feedWithout = { ...context, feed: app.feed };
    expect(await testNext(feedWithout, () => false, { bars: "minutes" })).toBe(false);
  });

  it("of the tested part stand beside the index of the same days, and of a feed without indices alone", () => {
    const end = Date.parse("2026-06-30");
    const days = Array.from({ length: 200 }, (_, ago) => ({
      day: marketDate("jpy", end - (199 - ago) * dayMs, "always"),
      ...{ value: 1_000_000 + ago * 1_000, traded: 0, costs: 0 },
    }));
    const level = (day: string) => BigInt(Date.parse(day) / dayMs) * 10_000n;
    const feed = {
      indexCloses: (_market: string, day: string) => [
        {
          market: "jpy",
          code: "OTHER",
          names: { jp: "", cn: "", us: "" },
          level: 1n,
          previousClose: 1n,
        },
        {
          market: "jpy",
          code: "JP",
          names: { jp: "", cn: "", us: "" },
          level: level(day),
          previousClose: 1n,
        },
      ],
    } as never;
    const asked = { period: "quarter", index: "JP" } as const;
    const market = { market: "jpy" } as never;
    const { figures, points } = testedPart({ feed }, market, days, asked);
    const first = days.find(({ day }) => day === figures?.from);
    expect(figures).toMatchObject({ from: "2026-03-30", to: "2026-06-30" });
    const change = Number(level("2026-06-30")) / Number(level("2026-03-30")) - 1;
    expect(figures?.index_return).toBe((change * 100).toFixed(2));
    expect(points[0]).toEqual({ day: first?.day, value: "100.00", index: "100.00" });
    expect(points.every(({ index }) => index !== null)).toBe(true);
    const without = testedPart({ feed: {} as never }, market, days, asked);
    expect(without.figures?.index_return).toBeNull();
    expect(without.points.every(({ index }) => index === null)).toBe(true);
  });
});
