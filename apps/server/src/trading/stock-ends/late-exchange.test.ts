import { hourMs } from "@sanshi/contract";
import { addTradingDays, instantOf, localDate, tradingDayBegins } from "@sanshi/rulebook";
import { afterAll, beforeAll, expect, it } from "vitest";
import { testOrder } from "../../../../../tests/support/builders.ts";
import { createScriptedFeed, scaled } from "../../../../../tests/support/scripted-feed.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { advanceToWednesday } from "../../../../../tests/support/test-money.ts";
import { announceEnd } from "../../../../../tests/support/test-stock-ends.ts";
import type { CorporateAction } from "../../market-feed/market-feed.ts";

let app: TestApplication;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication({ SIMULATED_GRANT: "JPY:5000000" });
  await advanceToWednesday(app, "10:00");
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const market = "jpy";
const until = (moment: number) =>
  app.advance(Math.max(1, Math.ceil((moment - app.context.clock.now()) / 1_000)));
const held = (id: string) => app.accepted("/trade/position", { id }, customer);

function endInto(last_trading_day: string): Promise<void> {
  const target = { type: market, code: "6758", ratio: "1:1" } as const;
  return announceEnd(app, { type: market, code: "7203", kind: "merged", target, last_trading_day });
}

/** As after an outage, from a feed that knows these actions too. */
async function startKnowing(actions: readonly CorporateAction[]): Promise<void> {
  const other = await app.startAnother((clock) => {
    const feed = createScriptedFeed(clock);
    for (const action of actions) feed.act(market, "6758", action);
    return feed;
  });
  await other.close();
}

it("applies to what was exchanged late whatever took effect of the new stock since the end, once", async () => {
  app.feed.quote(market, "7203", "2850");
  app.feed.quote(market, "6758", "3300");
  const { id } = await app.accepted("/trade/place-order", testOrder({ code: "7203" }), customer);
  const today = localDate(market, app.context.clock.now());
  const [last, next, later] = [1, 2, 3].map((days) => addTradingDays(market, today, days)) as [
    string,
    string,
    string,
  ];
  await endInto(last);
  await app.settle();
  const dividend = (exDate: string): CorporateAction => {
    return { kind: "dividend", exDate, perShare: scaled("10") };
  };
  const actions: CorporateAction[] = [
    dividend(last),
    // Around the clock its day begins in the moment in which the old listing ends.
    { kind: "split", exDate: next, numerator: 2n, denominator: 1n },
    dividend(later),
  ];
  for (const action of actions) app.feed.act(market, "6758", action);
  for (const [code, close] of [
    ["7203", "2500"],
    ["6758", "3400"],
  ] as const) {
    app.feed.close(market, code, instantOf(market, last, "09:00"), close);
  }
  // Nobody was there meanwhile: all that is held then is looked through first.
  await until(tradingDayBegins(market, later, app.context.hours) + 3 * hourMs);
  await app.settle();
  const [exchange] = (await held(id)).exchanges;
  const newId = exchange?.new_position_id ?? "none";
  expect(exchange?.received).toBe("100");
  const applied = { stock_num: "200", actions: [{ ex_date: next }, { ex_date: later }] };
  expect(await held(newId)).toMatchObject(applied);
  await startKnowing(actions);
  expect(await held(newId)).toMatchObject(applied);
  expect(await app.ledgerFaults()).toEqual([]);
});
