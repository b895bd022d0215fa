import { dayMs, iso } from "@sanshi/contract";
import { parsePrice, price, shares } from "@sanshi/money";
import { expect, it } from "vitest";
import { newRequestId, type SignedIn } from "../../../../../tests/support/test-application.ts";
import { sql } from "../../platform/sql/database.ts";
import { ordersOf } from "../../trading/orders/orders.ts";
import { returnFromSale } from "../../trading/positions/positions.ts";
import { lockQuota } from "./offers.store.ts";
import { settleDue } from "./settling.ts";

import {
  consent,
  newSeller,
  offerOf,
  positionOf,
  publish,
  quoteBoth,
  saleOf,
  startBlockSales,
} from "../../../../../tests/support/block-sales.ts";

const desk = startBlockSales();

/** Sixty applications of a lot each to a customer's 600 of 900 shares: more than one step settles. */
async function soldInSteps(): Promise<{
  seller: SignedIn;
  position: string;
  buyer: SignedIn;
  /** Of yen, before the buyer applied. */
  had: number;
  offer: string;
  fifty: string;
}> {
  const { seller, position } = await newSeller("900");
  const expires = iso(desk.app.context.clock.now() + 5 * dayMs);
  const { id } = await consent(seller, position, { quantity: "600", expires_at: expires });
  const offer = await publish(offerOf(id, { total: "600", maximum: "600" }), seller);
  const buyer = await desk.app.newCustomer();
  const had = await jpyOf(buyer);
  await Promise.all(
    Array.from({ length: 60 }, () => {
      const apply = { id: offer, quantity: "10", request_id: newRequestId() };
      return desk.app.accepted("/trade/apply-block", apply, buyer);
    }),
  );
  const { rows } = await sql<{ id: string }>`SELECT id FROM block_application
    WHERE offer_id = ${BigInt(offer)} ORDER BY id OFFSET 49 LIMIT 1`.execute(desk.app.owner.reader);
  return { seller, position, buyer, had, offer, fifty: rows[0]?.id.toString() ?? "" };
}

/** Both processes are gone after the first step: no application behind these fifty is settled. */
async function settleFirstStep({ offer, buyer, fifty }: Awaited<ReturnType<typeof soldInSteps>>) {
  for (const statement of [
    `CREATE OR REPLACE FUNCTION nobody_settles() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'nobody settles this now'; END $$`,
    `CREATE TRIGGER nobody_settles BEFORE UPDATE ON block_application FOR EACH ROW
      WHEN (OLD.id > ${fifty}) EXECUTE FUNCTION nobody_settles()`,
  ]) {
    await sql.raw(statement).execute(desk.app.owner.reader);
  }
  const { settles_at: settles } = await desk.app.accepted("/trade/block", { id: offer }, buyer);
  await desk.app.advance(Math.ceil((Date.parse(settles) - desk.app.context.clock.now()) / 1_000));
  quoteBoth("2850");
  await expect.poll(() => filledIn(offer)).toBe(50);
}
const goOn = () =>
  sql.raw("DROP TRIGGER nobody_settles ON block_application").execute(desk.app.owner.reader);
async function filledIn(offer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT coalesce(sum(filled_lots), 0)::int AS count
    FROM block_application WHERE offer_id = ${BigInt(offer)}`.execute(desk.app.owner.reader);
  return rows[0]?.count ?? 0;
}
async function jpyOf(by: SignedIn): Promise<number> {
  return Number((await desk.app.accepted("/user/getUserinfo", {}, by)).jpy);
}
/** What was sold of a position at the block's price, and the fees of it. */
async function soldOf(position: string): Promise<{ quantity: number; fee: number }> {
  const { rows } = await sql<{ quantity: number; fee: number }>`
    SELECT coalesce(sum(quantity), 0)::int AS quantity, coalesce(sum(fee), 0)::int AS fee FROM fill
    WHERE position_id = ${BigInt(position)} AND side = 'sell' AND price = 26800000`.execute(
    desk.app.owner.reader,
  );
  return rows[0] ?? { quantity: 0, fee: 0 };
}
/** What those who got something have paid beside its price. */
async function feesIn(offer: string): Promise<number> {
  const { rows } = await sql<{ fee: number }>`SELECT coalesce(sum(f.fee), 0)::int AS fee
    FROM block_application a JOIN fill f ON f.position_id = a.position_id AND f.side = 'buy'
    WHERE a.offer_id = ${BigInt(offer)}`.execute(desk.app.owner.reader);
  return rows[0]?.fee ?? 0;
}
/** Dividends, in yen. */
async function paidTo({ account }: SignedIn): Promise<number> {
  const { rows } = await sql<{ paid: number }>`SELECT coalesce(sum(p.amount), 0)::int AS paid
    FROM ledger_posting p
    JOIN ledger_account a ON a.id = p.account_id JOIN customer c ON c.id = a.customer_id
    WHERE c.account = ${account} AND a.purpose = 'available' AND p.kind = 'dividend'`.execute(
    desk.app.owner.reader,
  );
  return rows[0]?.paid ?? 0;
}
async function told(by: SignedIn): Promise<object[]> {
  const { items } = await desk.app.accepted("/user/messages", { limit: "50" }, by);
  return items.filter(({ kind }) => kind === "block_sale_sold" || kind === "block_sale_returned");
}
const ends = (sale: SignedIn, more: () => void = () => quoteBoth("2850")) =>
  expect.poll(async () => {
    more();
    return (await saleOf(sale))?.state;
  });

it("sells what somebody got, and no share more, where a split comes while nobody settles", async () => {
  const sold = await soldInSteps();
  const { seller, position, buyer, had, offer } = sold;
  const before = await jpyOf(seller);
  await settleFirstStep(sold);
  // So far neither of them has more or less than what has changed hands.
  expect(await positionOf(seller, position)).toMatchObject({ status: 5, stock_num: "400" });
  expect(await saleOf(seller)).toMatchObject({ state: "offered" });
  const exDate = new Date(desk.app.context.clock.now() + 1.5 * dayMs).toISOString().slice(0, 10);
  const split = { kind: "split", exDate, numerator: 2n, denominator: 1n } as const;
  for (const feed of [desk.app.feed, desk.otherFeed]) feed.act("jpy", "7203", split);
  await desk.app.advance((2.5 * dayMs) / 1_000);
  await goOn();
  await ends(seller, () => quoteBoth("1425")).toBe("sold");
  expect(await saleOf(seller)).toMatchObject({ sold_quantity: "500" });
  const { quantity, fee } = await soldOf(position);
  expect(quantity).toBe(500);
  expect((await jpyOf(seller)) - before).toBe(500 * 2680 - fee);
  const applications = await desk.app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
  expect(applications.filter(({ status }) => status === 1)).toHaveLength(50);
  const failed = applications.filter(({ status }) => status === 2);
  expect(failed.map((one) => one.kind === "block" && one.failure)).toEqual(Array(10).fill("split"));
  // The other side of it is what the buyer has paid, and what was frozen for the rest is back.
  expect(had - (await jpyOf(buyer))).toBe(500 * 2680 + (await feesIn(offer)));
  await expect.poll(async () => (await positionOf(seller, position)).stock_num).toBe("800");
  expect((await positionOf(seller, position)).status).toBe(0);
  expect(await told(seller)).toMatchObject([{ params: { quantity: "500", wanted: "600" } }]);
});

it("goes on after a dividend that came between its steps, by two processes at once, for the fee of one sale", async () => {
  const sold = await soldInSteps();
  const { seller, position, buyer, had, offer } = sold;
  const before = await jpyOf(seller);
  await settleFirstStep(sold);
  const exDate = new Date(desk.app.context.clock.now() + 1.5 * dayMs).toISOString().slice(0, 10);
  const dividend = { kind: "dividend", exDate, perShare: price(100_000n) } as const;
  for (const feed of [desk.app.feed, desk.otherFeed]) feed.act("jpy", "7203", dividend);
  await desk.app.advance((2.5 * dayMs) / 1_000);
  await goOn();
  quoteBoth("2850");
  await Promise.all(
    [1, 2, 3, 4].map((n) => settleDue(n % 2 ? desk.app.context : desk.other.context)),
  );
  await ends(seller).toBe("sold");
  expect(await saleOf(seller)).toMatchObject({ sold_quantity: "600" });
  // 0.1 % of 1,608,000 yen; each step by itself would have been charged 990 yen at least.
  expect(await soldOf(position)).toEqual({ quantity: 600, fee: 1_608 });
  expect(await positionOf(seller, position)).toMatchObject({ status: 0, stock_num: "300" });
  expect(had - (await jpyOf(buyer))).toBe(
    600 * 2680 + (await feesIn(offer)) - (await paidTo(buyer)),
  );
  expect((await jpyOf(seller)) - before).toBe(600 * 2680 - 1_608 + (await paidTo(seller)));
  // Whoever held the shares over the day has its dividend: ten yen each, less tax.
  expect(await paidTo(seller)).toBeGreaterThan(400 * 10 * 0.75);
  expect(await told(seller)).toHaveLength(1);
});

it.each([
  ["seller_has_none", 5, "2850"],
  ["outside_band", 2, "4000"],
] as const)(
  "sells nothing more once the consent has ended between its steps, nor outside the band: %s",
  async (failure, days, last) => {
    const sold = await soldInSteps();
    const { seller, position, buyer } = sold;
    await settleFirstStep(sold);
    await desk.app.advance((days * dayMs) / 1_000);
    quoteBoth(last, last);
    // A step that is under way has looked at the price before.
    await desk.app.context.database.transaction((transaction) =>
      lockQuota(transaction, BigInt(sold.offer)),
    );
    await goOn();
    await ends(seller, () => quoteBoth(last, last)).toBe("sold");
    expect(await saleOf(seller)).toMatchObject({ sold_quantity: "500" });
    expect((await soldOf(position)).quantity).toBe(500);
    expect(await positionOf(seller, position)).toMatchObject({ status: 0, stock_num: "400" });
    const failed = (await desk.app.accepted("/trade/ustockslist", { type: "jpy" }, buyer)).filter(
      ({ status }) => status === 2,
    );
    expect(failed.map((one) => one.kind === "block" && one.failure)).toEqual(
      Array(10).fill(failure),
    );
  },
);

/** What a release before 0540 did in its first step: all was sold at once, whoever was to get it. */
async function sellAsAWhole({ position, offer }: Awaited<ReturnType<typeof soldInSteps>>) {
  const { offAuction } = ordersOf(desk.app.context);
  const quote = desk.app.context.quotes.get("jpy", "7203");
  if (quote === null) throw new Error("no quote was delivered");
  const { rows } = await sql<{ customer_id: string }>`SELECT customer_id FROM position
    WHERE id = ${BigInt(position)}`.execute(desk.app.owner.reader);
  const at = desk.app.context.clock.now();
  await desk.app.context.database.transaction(async (transaction) => {
    const sold = await offAuction.close(transaction, {
      ...{ customerId: BigInt(rows[0]?.customer_id ?? 0), positionId: BigInt(position), quote, at },
      ...{ price: parsePrice("2680")!, quantity: shares(600n), soldBefore: shares(0n) },
      orderId: await offAuction.orderId(),
    });
    expect(sold).toBe("sold");
    await returnFromSale(transaction, BigInt(position), at);
    await sql`UPDATE block_offer SET sold_lots = 60 WHERE id = ${BigInt(offer)}`.execute(
      transaction,
    );
  });
}

it.each([
  ["after the consent's end", 5, "2850", false],
  ["outside the band", 2, "4000", false],
  ["but for what came after a split, which is returned", 2.5, "1425", true],
] as const)(
  "delivers what an older release has sold as a whole, %s",
  async (_when, days, last, isSplit) => {
    quoteBoth("2850", "2850");
    const sold = await soldInSteps();
    const { seller, position, buyer, had, offer } = sold;
    const before = await jpyOf(seller);
    await sellAsAWhole(sold);
    const { fee } = await soldOf(position);
    await settleFirstStep(sold);
    const exDate = new Date(desk.app.context.clock.now() + 1.5 * dayMs).toISOString().slice(0, 10);
    const split = { kind: "split", exDate, numerator: 2n, denominator: 1n } as const;
    if (isSplit) for (const feed of [desk.app.feed, desk.otherFeed]) feed.act("jpy", "7203", split);
    await desk.app.advance((days * dayMs) / 1_000);
    quoteBoth(last, last);
    await goOn();
    await ends(seller, () => quoteBoth(last, last)).toBe("sold");
    // The customer has sold all of it, once, and reads so.
    expect(await saleOf(seller)).toMatchObject({ sold_quantity: "600" });
    expect(await soldOf(position)).toEqual({ quantity: 600, fee });
    expect((await jpyOf(seller)) - before).toBe(600 * 2680 - fee);
    const applications = await desk.app.accepted("/trade/ustockslist", { type: "jpy" }, buyer);
    const failed = applications.filter(({ status }) => status === 2);
    const returned = isSplit ? 10 : 0;
    expect(failed.map((one) => one.kind === "block" && one.failure)).toEqual(
      Array(returned).fill("split"),
    );
    const got = (60 - returned) * 10;
    expect(had - (await jpyOf(buyer))).toBe(got * 2680 + (await feesIn(offer)));
    expect(await filledIn(offer)).toBe(got / 10);
  },
);
