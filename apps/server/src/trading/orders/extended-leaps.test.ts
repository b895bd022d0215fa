import type { CallInput, Calls } from "@sanshi/contract";
import { formatPrice, price, type Price } from "@sanshi/money";
import { addTradingDays, instantOf, isHalfDay, localDate } from "@sanshi/rulebook";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplicationOn,
  type SignedIn,
} from "../../../../../tests/support/test-application.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";
import { demoCompanies } from "../../market-feed/companies/companies.ts";
import type { Quote } from "../../market-feed/market-feed.ts";
import { createSimulatedFeed } from "../../market-feed/simulated/simulated-feed.ts";

const code = "AAPL";
const companies = demoCompanies().filter((one) => one.market === "usd" && one.code === code);
const start = () =>
  startTestApplicationOn(
    (clock) => createSimulatedFeed({ seed: "leaps", hours: "exchange", clock, companies }),
    { MARKET_RULES: "exchange", SIMULATED_GRANT: "JPY:1000000,USD:100000000" },
  );

let app: Awaited<ReturnType<typeof start>>;
let customer: SignedIn;
let day: string;
beforeAll(async () => {
  app = await start();
  customer = await app.newCustomer();
  await setSetting(app, "extended_hours", "on");
  const setting = { setting: "extended", switched: "on" } as const;
  await app.accepted("/user/save-trading-preferences", setting, customer);
});
afterAll(() => app.stop());

const after = (days: number) => addTradingDays("usd", day, days);
const moment = (date: string, time: string) => instantOf("usd", date, time);
/** The clock goes there at once; what it leaps over is met when somebody looks. */
const goTo = async (date: string, time: string) =>
  app.advance(Math.ceil((moment(date, time) - app.context.clock.now()) / 1_000));
/** To the night before a day that has a morning of extended hours: nothing trades while orders are placed. */
async function goOn(): Promise<void> {
  day = addTradingDays("usd", localDate("usd", app.context.clock.now()), 1);
  const isOrdinary = () => [0, 1, 2].every((days) => !isHalfDay("usd", after(days)));
  do {
    day = after(1);
    await goTo(addTradingDays("usd", day, -1), "20:30");
    // On the morning of a dividend there is none.
  } while (!isOrdinary() || ahead(moment(day, "09:29"), { extended: everything }).length === 0);
  await app.settle();
}

/** What another feed of the same seed will have shown by then: nobody else can look ahead. */
function ahead(until: number, waited: { limit?: Price; extended: Price }): Quote[] {
  const from = app.context.clock.now();
  const clock = { now: () => until };
  const feed = createSimulatedFeed({ seed: "leaps", hours: "exchange", clock, companies });
  const waitedFor = (atOrBelow: Price) => () => ({ atOrBelow, atOrAbove: null });
  return [
    ...feed.passed!({
      ...{ market: "usd", code, after: BigInt(from), until },
      waitedFor: waitedFor(waited.limit ?? price(0n)),
      extended: waitedFor(waited.extended),
    }),
  ];
}
const everything = price(2n ** 62n);
const lowest = (quotes: readonly Quote[]) =>
  quotes.reduce((low, { ask }) => (ask < low ? ask : low), everything);

type Order = Partial<CallInput<Calls["/trade/place-order"]>>;
const place = async (limit: Price, more: Order = {}) => {
  const asked = { type: "usd", code, kind: "limit", quantity: "1", hours: "extended" } as const;
  const at = formatPrice(limit, "USD");
  return app.accepted("/trade/place-order", testOrder({ ...asked, price: at, ...more }), customer);
};
const found = (id: string) => app.accepted("/trade/position", { id }, customer);

describe("extended hours that the clock leaps over", () => {
  it("fill extended orders at their first quote that comes to the limit, and nothing else", async () => {
    await goOn();
    const morning = ahead(moment(day, "09:29"), { extended: everything });
    const limit = lowest(morning);
    const first = morning.find(({ ask }) => ask <= limit)!;
    const half = price((limit / 200n) * 100n);
    const filled = await place(limit, { time_in_force: "day" });
    const missed = await place(half, { time_in_force: "day" });
    const regular = await place(limit, { hours: "regular" });
    // The morning's own prices go above it.
    const above = price(app.context.quotes.get("usd", code)!.last + 100n);
    expect(morning.some(({ last }) => last >= above)).toBe(true);
    const stop = await app.accepted(
      "/trade/place-order",
      testOrder({
        type: "usd",
        code,
        kind: "stop",
        stop_price: formatPrice(above, "USD"),
      }),
      customer,
    );
    await goTo(day, "09:29");
    await app.settle();
    const { fills } = await found(filled.id);
    expect(fills).toMatchObject([
      {
        ...{ hours: "extended", price: formatPrice(first.ask, "USD") },
        at: new Date(first.at).toISOString(),
        quote: { feed: "extended:simulated", sequence: `${first.sequence}` },
      },
    ]);
    expect(await found(regular.id)).toMatchObject({ status: 3, fills: [] });
    expect(await found(stop.id)).toMatchObject({ status: 3, triggered_at: null });
    await goTo(day, "21:00");
    await app.settle();
    expect(await found(missed.id)).toMatchObject({ status: 4, ending: "expired" });
  });

  it("come in their order with the regular hours of several days between", async () => {
    await goOn();
    const until = moment(after(2), "21:00");
    const all = ahead(until, { limit: everything, extended: everything });
    const asks = all.map(({ ask }) => ask).toSorted((one, other) => Number(one - other));
    const morning = lowest(ahead(moment(day, "09:29"), { extended: everything }));
    // From what the first morning reaches to what is hardly reached at all.
    const limits = [0.2, 0.05, 0.02, 0.01, 0].map(
      (part) => asks[Math.floor(part * (asks.length - 1))]!,
    );
    const waiting = [morning, ...limits];
    const placed = [];
    for (const limit of waiting) placed.push(await place(limit));
    await goTo(after(2), "21:00");
    await app.settle();
    const sources = new Set<string>();
    for (const [index, { id }] of placed.entries()) {
      const limit = waiting[index]!;
      const first = all.find(({ ask }) => ask <= limit)!;
      const [fill] = (await found(id)).fills;
      expect(fill!.quote.feed).toBe(first.feed);
      sources.add(first.feed);
      if (first.feed === "simulated") continue;
      expect(fill).toMatchObject({ at: new Date(first.at).toISOString() });
    }
    expect([...sources].toSorted()).toEqual(["extended:simulated", "simulated"]);
  });

  // At 09:29 no quote of the regular hours has come since the leap began.
  it.each(["09:29", "21:00"])(
    "fill the rest of an order at the quotes after its first, up to %s",
    async (until) => {
      await goOn();
      const morning = ahead(moment(day, "09:29"), { extended: everything });
      const asks = morning.map(({ ask }) => ask).toSorted((one, other) => Number(one - other));
      const limit = asks[10]!;
      const offered = ({ asks: levels }: Quote) =>
        levels.reduce((sum, level) => sum + (level.price <= limit ? level.quantity : 0n), 0n);
      const reached = morning.filter((quote) => offered(quote) > 0n).slice(0, 3);
      const [one, two] = reached as [Quote, Quote];
      const quantity = `${offered(one) + offered(two) + 1n}`;
      const { id } = await place(limit, { quantity, time_in_force: "day" });
      await goTo(day, until);
      await app.settle();
      const position = await found(id);
      const sequences = new Set(position.fills.map(({ quote }) => quote.sequence));
      expect([...sequences].toSorted()).toEqual(reached.map(({ sequence }) => `${sequence}`));
      expect(position).toMatchObject({ quantity_waiting: "0" });
    },
  );

  it("sell what is held", async () => {
    await goOn();
    // Of the night before, and of an order that the next morning fills.
    const { id } = await place(lowest(ahead(moment(day, "09:29"), { extended: everything })));
    await goTo(day, "12:00");
    await app.settle();
    await goOn();
    const morning = ahead(moment(day, "09:29"), { extended: everything });
    const limit = morning.reduce((high, { bid }) => (bid > high ? bid : high), price(0n));
    const first = morning.find(({ bid }) => bid >= limit)!;
    const sale = { kind: "limit", price: formatPrice(limit, "USD"), hours: "extended" } as const;
    const request = { id, ...sale, request_id: newRequestId() };
    await app.accepted("/trade/close-position", request, customer);
    await goTo(day, "21:00");
    await app.settle();
    const { status, fills } = await found(id);
    expect(status).toBe(2);
    expect(fills.find(({ at }) => at === new Date(first.at).toISOString())).toMatchObject({
      ...{ hours: "extended", price: formatPrice(first.bid, "USD") },
    });
  });

  it("fill nothing where the house does not offer them any more", async () => {
    await goOn();
    const { id } = await place(lowest(ahead(moment(day, "09:29"), { extended: everything })));
    await setSetting(app, "extended_hours", "off");
    await goTo(day, "09:29");
    await app.settle();
    expect(await found(id)).toMatchObject({ status: 3, fills: [] });
    expect(await app.ledgerFaults()).toEqual([]);
  });
});
