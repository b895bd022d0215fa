import type { CallInput, Calls } from "@sanshi/contract";
import { price, shares } from "@sanshi/money";
import { addTradingDays, instantOf, isHalfDay, localDate } from "@sanshi/rulebook";
import { testOrder } from "./builders.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";

type Order = Partial<CallInput<Calls["/trade/place-order"]>>;

/** What tests of New York's extended hours do: its days, a thin book of one stock, and orders of a customer. */
export function extendedHoursOf(app: TestApplication, code: string, usual: SignedIn) {
  const today = () => localDate("usd", app.context.clock.now());
  const nextDay = () => addTradingDays("usd", today(), 1);
  const isOrdinary = (date: string) =>
    [0, 1, 2, 3].every((days) => !isHalfDay("usd", addTradingDays("usd", date, days)));
  const order = (more: Order = {}) =>
    testOrder({
      ...{ type: "usd", code, quantity: "10", hours: "extended" },
      ...((more.kind ?? "limit") === "limit" && { kind: "limit", price: "101" }),
      ...more,
    });
  return {
    today,
    nextDay,
    /** The next day from which on some end as late as ever. */
    ordinaryDay() {
      let date = nextDay();
      while (!isOrdinary(date)) date = addTradingDays("usd", date, 1);
      return date;
    },
    moment: (date: string, time: string) => new Date(instantOf("usd", date, time)).toISOString(),
    async goTo(date: string, time: string) {
      const ahead = instantOf("usd", date, time) - app.context.clock.now();
      await app.advance(Math.ceil(ahead / 1_000));
    },
    /** A thin book: so many shares on each side. */
    extend(bid: string, ask: string, quantity = 10n, feed = app.feed) {
      feed.extend(code, bid, {
        ...{ bid: dollars(bid), bids: level(bid, quantity) },
        ...{ ask: dollars(ask), asks: level(ask, quantity) },
      });
    },
    order,
    place: (more: Order = {}, by = usual) => app.accepted("/trade/place-order", order(more), by),
    refusal: (more: Order = {}, by = usual) => app.refused("/trade/place-order", order(more), by),
    found: (id: string, by = usual) => app.accepted("/trade/position", { id }, by),
    agree: (by: SignedIn, switched: "on" | "off" = "on") =>
      app.accepted("/user/save-trading-preferences", { setting: "extended", switched }, by),
  };
}

const dollars = (text: string) => price(BigInt(Math.round(Number(text) * 10_000)));
const level = (text: string, quantity: bigint) => [
  { price: dollars(text), quantity: shares(quantity) },
];
