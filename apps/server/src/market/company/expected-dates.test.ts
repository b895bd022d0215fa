import { hourMs, iso } from "@sanshi/contract";
import { instantOf, localDate, type LocalDate } from "@sanshi/rulebook";
import type { MarketKey } from "@sanshi/money";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testOrder, type PlaceInput } from "../../../../../tests/support/builders.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { newBlock } from "../../../../../tests/support/test-blocks.ts";
import {
  readyToWithdraw,
  setSetting,
  testFundPassword,
} from "../../../../../tests/support/test-money.ts";
import { newOffering, verifiedCustomers } from "../../../../../tests/support/test-offerings.ts";
import { untilTraded } from "../../../../../tests/support/until-traded.ts";

/** Over HTTP with the exchanges' rules, on the last days before a year whose holidays nobody has published. */
let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication(
    { MARKET_RULES: "exchange", SIMULATED_GRANT: "JPY:5000000,CNY:400000" },
    // Its dates are written down, and no clock goes back to them.
    { begins: new Date("2026-11-25T12:00:00+09:00") },
  );
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
});
afterAll(async () => {
  expect(await app.ledgerFaults()).toEqual([]);
  await app.stop();
});

const stocks = { jpy: ["7203", "2850"], usd: ["AAPL", "189.20"], cny: ["600519", "1500"] } as const;

async function goTo(market: MarketKey, date: LocalDate, time: string): Promise<void> {
  await app.advance(Math.round((instantOf(market, date, time) - app.context.clock.now()) / 1_000));
  for (const key of ["jpy", "usd", "cny"] as const) {
    const [code, price] = stocks[key];
    app.feed.quote(key, code, price);
  }
}

const moutai = (more: Partial<PlaceInput> = {}) =>
  testOrder({ type: "cny", code: "600519", ...more });
const place = (who: SignedIn, order: PlaceInput) => app.accepted("/trade/place-order", order, who);
const position = (who: SignedIn, id: string) => app.accepted("/trade/position", { id }, who);
const close = (who: SignedIn, id: string, quantity: string) =>
  app.accepted(
    "/trade/close-position",
    { id, kind: "market", quantity, request_id: newRequestId() },
    who,
  );
const told = async (who: SignedIn, kind: string) => {
  const { items } = await app.accepted("/user/messages", { limit: "100" }, who);
  return items.filter((one) => one.kind === kind).map(({ params }) => params);
};

describe("on the mainland's last trading day of 2026", () => {
  let seller: SignedIn & { cardId: string };
  let held: string;
  beforeAll(async () => {
    seller = await readyToWithdraw(app);
    await goTo("cny", "2026-12-29", "10:00");
    ({ id: held } = await place(seller, moutai({ quantity: "200" })));
    await goTo("cny", "2026-12-31", "10:00");
  });

  it("proceeds settle on a day that is expected, in the wallet, a refusal and the records", async () => {
    await close(seller, held, "200");
    const { currencies } = await app.accepted("/user/assets", {}, seller);
    const yuan = currencies.find(({ currency }) => currency === "CNY");
    const day = { settles_on: "2027-01-04", settles_on_status: "expected" };
    expect(yuan?.unsettled).toMatchObject([day]);
    const { currencies: ways } = await app.accepted("/user/withdrawal-terms", {}, seller);
    expect(ways.find(({ currency }) => currency === "CNY")?.unsettled).toMatchObject([day]);
    const refused = { date: "2027-01-04", date_status: "expected", currency: "CNY" };
    const amount = yuan?.available ?? "";
    const withdrawal = {
      currency: "CNY",
      amount,
      card_id: seller.cardId,
      fund_password: testFundPassword,
      request_id: newRequestId(),
    } as const;
    expect((await app.post("/user/withdraw", withdrawal, seller)).body).toMatchObject({
      msg: "cash_not_settled",
      params: refused,
    });
    const quote = { from: "CNY", to: "JPY", amount } as const;
    expect((await app.post("/user/exchange-quote", quote, seller)).body).toMatchObject({
      msg: "cash_not_settled",
      params: refused,
    });
    const { fills } = await position(seller, held);
    expect(fills.map(({ settles_on_status: status }) => status)).toEqual(["published", "expected"]);
    const { items } = await app.accepted("/user/fund-records", {}, seller);
    expect(items.filter(({ settles_on }) => settles_on !== null)[0]).toMatchObject(day);
  });

  it("what is bought can be sold from a day that is expected on", async () => {
    const preview = await app.accepted("/trade/preview-order", previewed(moutai()), seller);
    expect(preview).toMatchObject({
      sellable_at_status: "expected",
      settles_on_status: "expected",
    });
    const order = moutai();
    const bought = await place(seller, order);
    expect(bought).toMatchObject({ sellable_at_status: "expected" });
    // The same request again is answered from the records.
    expect(await place(seller, order)).toEqual(bought);
    expect(await position(seller, bought.id)).toMatchObject({
      sellable_at_status: "expected",
      quantity_locked: "100",
      locked_until_status: "expected",
    });
    const { items } = await app.accepted("/trade/holdings", { type: "cny" }, seller);
    expect(items[0]).toMatchObject({ sellable_at_status: "expected" });
  });

  it("an order's end is one where it stands until the next session", async () => {
    const order = moutai({ kind: "limit", price: "1450", time_in_force: "day" });
    const preview = () => app.accepted("/trade/preview-order", previewed(order), seller);
    expect(await preview()).toMatchObject({ expires_at_status: "published" });
    await goTo("cny", "2026-12-31", "20:00");
    const expected = { expires_at_status: "expected", meets: { at_status: "expected" } };
    expect(await preview()).toMatchObject(expected);
    const placed = await place(seller, order);
    expect(placed).toMatchObject({ meets: { at_status: "expected" } });
    expect(await position(seller, placed.id)).toMatchObject({ expires_at_status: "expected" });
  });

  it("dates of new shares and blocks are marked from the new year on", async () => {
    const [customer] = await verifiedCustomers(app, 1);
    const now = app.context.clock.now();
    const at = (hours: number) => iso(now + hours * hourMs);
    const id = await newOffering(app, {
      type: "cny",
      code: "688901",
      pays_until: at(24),
      waiting_until: at(50),
    });
    const form = { id: id.toString(), quantity: "100", request_id: newRequestId() };
    const subscription = await app.accepted("/trade/subscribe", form, customer);
    const dates = { draws_at_status: "published", lists_at_status: "expected" };
    expect(subscription).toMatchObject({ ...dates, pay_until_status: "published" });
    expect(await app.accepted("/trade/newstock", { id: id.toString() }, customer)).toMatchObject({
      ...dates,
      closes_at_status: "published",
      pays_until_status: "expected",
      waiting_until_status: "expected",
      allocates_at_status: "expected",
    });
    const later = await newOffering(app, {
      type: "cny",
      code: "688902",
      ...{ opens_at: at(30), closes_at: at(40), draws_at: at(41), pays_until: at(65) },
      ...{ waiting_until: at(90), allocates_at: at(100), lists_at: at(110) },
    });
    expect(await app.accepted("/trade/newstock", { id: later.toString() }, customer)).toMatchObject(
      {
        opens_at_status: "expected",
        closes_at_status: "expected",
        draws_at_status: "expected",
      },
    );
    const block = await newBlock(app, { type: "cny", code: "600519", price: "1450" });
    const offer = { id: block.toString() };
    const locked = { locked_until_status: "expected" };
    expect(await app.accepted("/trade/block", offer, customer)).toMatchObject(locked);
    const asked = { ...offer, quantity: "10" };
    expect(await app.accepted("/trade/preview-block", asked, customer)).toMatchObject(locked);
    const applied = { ...asked, request_id: newRequestId() };
    expect(await app.accepted("/trade/apply-block", applied, customer)).toMatchObject(locked);
  });

  it("the session opens next on a day that is expected", async () => {
    const status = async () => {
      const all = await app.accepted("/market/status", {}, seller);
      return Object.fromEntries(all.map((one) => [one.type, one.calendar_status]));
    };
    expect(await status()).toEqual({ jpy: "published", usd: "published", cny: "expected" });
    await goTo("cny", "2027-01-04", "10:00");
    expect(await status()).toMatchObject({ cny: "expected" });
  });
});

describe("before Tokyo's first year that is not published", () => {
  it("a margin position's end, its notices and a margin call say that their day is expected", async () => {
    const customer = await app.newCustomer();
    await goTo("jpy", "2027-07-13", "10:00");
    const { id } = await place(customer, testOrder({ leverage: "2" }));
    expect(await position(customer, id)).toMatchObject({
      term_ends_on: "2028-01-13",
      term_ends_on_status: "expected",
      term_last_day: "2028-01-12",
      term_last_day_status: "expected",
    });
    await goTo("jpy", "2027-12-14", "10:00");
    await expect
      .poll(() => told(customer, "margin_term"))
      .toMatchObject([{ due_on_status: "expected", last_day_status: "expected" }]);
    await goTo("jpy", "2027-12-30", "10:00");
    const called = await app.newCustomer();
    await place(called, testOrder({ quantity: "5000", leverage: "3" }));
    app.feed.quote("jpy", "7203", "2300");
    const call = async () => (await app.accepted("/trade/margin", { type: "jpy" }, called)).call;
    await expect.poll(call).toMatchObject({ due_at_status: "expected" });
    expect(await told(called, "margin_call")).toMatchObject([{ due_at_status: "expected" }]);
    app.feed.quote("jpy", "7203", "2850");
    await goTo("jpy", "2028-01-13", "10:00");
    await expect
      .poll(() => told(customer, "forced_sale"))
      .toMatchObject([{ reason: "term_ended", due_on: "2028-01-13" }]);
  });

  it("a recall's deadline does, for who lends and who borrows", async () => {
    await setSetting(app, "short_borrow_unlimited", "off");
    const [lender, borrower] = [await app.newCustomer(), await app.newCustomer()];
    await untilTraded(app, lender, { code: "7203" });
    const { id } = await place(lender, testOrder());
    const lent = { id, quantity: "100", request_id: newRequestId() };
    await app.accepted("/trade/lend", lent, lender);
    const free = async () =>
      (await app.accepted("/market/borrowing", { type: "jpy", code: "7203" }))[0]?.borrowable;
    await expect.poll(free).toBe("100");
    const short = await place(borrower, testOrder({ side: "short" }));
    await app.accepted("/trade/recall", { id }, lender);
    const { positions } = await app.accepted("/trade/lending", {}, lender);
    expect(positions[0]).toMatchObject({ recalled: "100", recall_due_status: "expected" });
    await expect
      .poll(async () => (await position(borrower, short.id)).recalls)
      .toMatchObject([{ due_at_status: "expected" }]);
    await expect
      .poll(() => told(borrower, "shares_recalled"))
      .toMatchObject([{ due_at_status: "expected" }]);
    expect(localDate("jpy", app.context.clock.now())).toBe("2028-01-13");
  });
});

/** An order's fields without the request id that only placing has. */
function previewed(placed: PlaceInput): Omit<PlaceInput, "request_id"> {
  const { request_id: _id, ...order } = placed;
  return order;
}
