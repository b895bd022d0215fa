import { addTradingDays, instantOf, isHalfDay, localDate } from "@sanshi/rulebook";
import { describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplicationOn,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";

const codes = ["AAPL", "MSFT", "NVDA"];
const companies = demoCompanies().filter(
  ({ market, code }) => market === "usd" && codes.includes(code),
);

/**
 * Two days of one seed: a customer who holds a stock on margin, and orders of the regular hours that wait, beside somebody
 * who trades in extended hours or does not.
 */
async function twoDays(tradesExtended: boolean) {
  const app = await startTestApplicationOn(
    (clock) => createSimulatedFeed({ seed: "apart", hours: "exchange", clock, companies }),
    { MARKET_RULES: "exchange", SIMULATED_GRANT: "JPY:1000000,USD:1000000" },
  );
  try {
    const day = () => localDate("usd", app.context.clock.now());
    const goTo = async (date: string, time: string) => {
      const ahead = instantOf("usd", date, time) - app.context.clock.now();
      await app.advance(Math.ceil(ahead / 1_000));
      await app.settle();
    };
    const place = (by: SignedIn, more: object) =>
      app.accepted("/trade/place-order", testOrder({ type: "usd", kind: "limit", ...more }), by);
    const bystander = await app.newCustomer();
    const trader = await app.newCustomer();
    let first = addTradingDays("usd", day(), 1);
    while (isHalfDay("usd", first)) first = addTradingDays("usd", first, 1);
    await goTo(first, "08:00");
    const last = Number(app.context.quotes.get("usd", "AAPL")!.last) / 10_000;
    const at = (factor: number) => (last * factor).toFixed(2);
    await place(bystander, { code: "AAPL", price: at(1.2), quantity: "100", leverage: "2" });
    await goTo(first, "16:30");
    await place(bystander, { code: "AAPL", price: at(0.5), quantity: "10" });
    await place(bystander, { code: "AAPL", kind: "stop", stop_price: at(2), quantity: "10" });
    // Neither is reached by a price between: the stock's own day has not come to them.
    const alert = (kind: "price_at_or_above" | "price_at_or_below", value: string) =>
      app.accepted(
        "/market/add-alert",
        { type: "usd", code: "AAPL", kind, value, request_id: newRequestId() },
        bystander,
      );
    const close = Number(app.context.quotes.get("usd", "AAPL")!.last) / 10_000;
    await alert("price_at_or_above", (close + 0.01).toFixed(2));
    await alert("price_at_or_below", (close - 0.01).toFixed(2));
    let extendedFills = 0;
    if (tradesExtended) {
      await setSetting(app, "extended_hours", "on");
      const setting = { setting: "extended", switched: "on" } as const;
      await app.accepted("/user/save-trading-preferences", setting, trader);
      for (const code of codes) {
        const stock = await app.accepted("/market/stock", { type: "usd", code }, trader);
        expect(stock.extended).toMatchObject({ phase: "after_hours" });
        const price = stock.extended!.quote!.ask;
        // What stands beside it is the day's own, as before.
        expect(stock.price).not.toBe(price);
        const order = { code, price: (Number(price) * 1.02).toFixed(2), quantity: "1000" };
        const { quantity_filled: filled } = await place(trader, { ...order, hours: "extended" });
        if (filled !== "0") extendedFills += 1;
        // Whoever looks at charts of extended hours changes no other's.
        const chart = { type: "usd", code, hours: "extended" } as const;
        const { extended } = await app.accepted("/market/timeshare", chart, trader);
        expect(extended!.items.length).toBeGreaterThan(0);
        await app.accepted("/market/candles", { ...chart, period: "1m" }, trader);
      }
    }
    await app.advance(15);
    await app.settle();
    const evening = await shown(app, bystander);
    const next = addTradingDays("usd", first, 1);
    await goTo(next, "05:00");
    await goTo(next, "16:30");
    const days = codes.map((code) =>
      app.context.feed.bars({
        ...{ market: "usd", code, period: "1d" },
        ...{ before: app.context.clock.now(), limit: 3 },
      } as const),
    );
    expect(await app.ledgerFaults()).toEqual([]);
    const told: unknown = JSON.parse(
      JSON.stringify(
        [evening, await shown(app, bystander), days, app.context.quotes.all("usd")],
        (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value),
      ),
    );
    return { told, extendedFills };
  } finally {
    await app.stop();
  }
}

/** What a customer sees of the market and of their own, without the moments at which it was asked. */
async function shown(app: Pick<TestApplication, "accepted">, bystander: SignedIn) {
  const usd = { type: "usd" } as const;
  const listed = await app.accepted("/trade/userstocklist", usd, bystander);
  const known = Object.values(listed).map((position) => {
    if (typeof position === "string") return position;
    const { code, status, yingkui, margin: own, nowprice, day_profit } = position;
    return { code, status, yingkui, own, nowprice, day_profit };
  });
  const { at: _, ...margin } = await app.accepted("/trade/margin", usd, bystander);
  const { items: messages } = await app.accepted("/user/messages", {}, bystander);
  return {
    known,
    margin,
    messages: messages.map(({ kind }) => kind),
    assets: (await app.accepted("/user/assets", {}, bystander)).currencies,
    alerts: (await app.accepted("/market/alerts", {}, bystander)).map(({ kind }) => kind),
    figures: await app.accepted("/market/figures", usd, bystander),
    overview: await app.accepted("/market/overview", usd, bystander),
    stocks: await app.accepted("/market/stocks", usd, bystander),
    hot: await app.accepted("/market/hot", usd, bystander),
    indexes: await app.accepted("/market/indexes", usd, bystander),
    lines: await app.accepted("/market/lines", usd, bystander),
    timeshare: await app.accepted("/market/timeshare", { ...usd, code: "AAPL" }, bystander),
    trades: await app.accepted("/market/trades", { ...usd, code: "AAPL" }, bystander),
    minutes: await app.accepted(
      "/market/candles",
      { ...usd, code: "AAPL", period: "1m" },
      bystander,
    ),
    depth: await app.accepted("/market/depth", { ...usd, code: "AAPL" }, bystander),
  };
}

describe("trading in extended hours", () => {
  it("leaves closes, the days' figures, and others' assets and margin as they are without it", async () => {
    const without = await twoDays(false);
    const beside = await twoDays(true);
    expect(beside.extendedFills).toBe(codes.length);
    expect(beside.told).toEqual(without.told);
  });
});
