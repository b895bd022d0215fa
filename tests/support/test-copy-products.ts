import { dayMs, iso, minuteMs, type CopyProductForm } from "@sanshi/contract";
import { localMinuteOfDay, marketDate } from "@sanshi/rulebook";
import { orderPathOf } from "../../apps/server/src/features.ts";
import { sql } from "../../apps/server/src/platform/sql/database.ts";
import { lookAfterPools } from "../../apps/server/src/products/copy-trading/copy-trading.jobs.ts";
import { scheduleOf } from "../../apps/server/src/products/copy-trading/copy-trading.answers.ts";
import { valuationsAround } from "../../apps/server/src/products/copy-trading/copy-trading.rules.ts";
import {
  findProduct,
  type StoredProduct,
} from "../../apps/server/src/products/copy-trading/products.store.ts";
import { publishProduct } from "../../apps/server/src/products/copy-trading/publishing.ts";
import { settleDecided } from "../../apps/server/src/products/copy-trading/settling.ts";
import { untestedProduct } from "../../apps/server/src/products/copy-trading/valuations.store.ts";
import { newRequestId, type SignedIn, type TestApplication } from "./test-application.ts";
import { testFundPassword } from "./test-money.ts";
import { opsAccepted, type OperatorSession } from "./test-operators.ts";

/**
 * The same share of the market's stocks, valued at noon, for anybody with 10,000 yen; an hour later where
 * noon's cut-off is near or over: what is published then misses noon.
 */
export function testProduct(now: number, more: Partial<CopyProductForm> = {}): CopyProductForm {
  const minute = localMinuteOfDay("jpy", now);
  return {
    type: "jpy",
    strategy: "equal_weight",
    names: { jp: "均等配分", cn: "等权组合", us: "Equal weight" },
    issuer: "三市アセット",
    minimum: "10000",
    capacity: "10000000",
    deadline: iso(now + 300 * dayMs),
    lock_up_days: 3,
    management_basis_points: 100,
    performance_basis_points: 1_000,
    seed: "1000000",
    valued_at_minute: minute >= 680 && minute <= 720 ? 780 : 720,
    cut_off_minutes: 30,
    ...more,
  };
}

/** Publishes as two operators would. */
export function newProduct(
  app: TestApplication,
  more: Partial<CopyProductForm> = {},
): Promise<bigint> {
  const at = app.context.clock.now();
  return app.context.database.transaction((transaction) =>
    publishProduct(transaction, testProduct(at, more), { proposalId: null, at }),
  );
}

/** A customer's own account, consented to by the customer and published by two operators. */
export async function offeredAccount(
  app: TestApplication,
  holder: SignedIn,
  operators: readonly [OperatorSession, OperatorSession],
  more: Partial<CopyProductForm> = {},
): Promise<bigint> {
  const issuer = "兜町の猫";
  const asked = { type: "jpy" as const, shown_as: issuer, capacity_most: "10000000" };
  const { id: consent } = await app.accepted(
    "/trade/consent-copy",
    { ...asked, fund_password: testFundPassword, request_id: newRequestId() },
    holder,
  );
  const terms = { ...{ strategy: "mirror" as const, consent, issuer }, ...more };
  const form = testProduct(app.context.clock.now(), terms);
  const [author, approver] = operators;
  const { id } = await opsAccepted(app, "/api/ops/copy-products/propose", { form }, author);
  const decision = { id, decision: "approve" as const };
  await opsAccepted(app, "/api/ops/proposals/:id/decision", decision, approver);
  const [kept] = await app.accepted("/trade/copy-consents", { type: "jpy" }, holder);
  if (kept?.product === null || kept === undefined) throw new Error("nothing was published");
  return BigInt(kept.product.id);
}

/** One that is tested already, and whose next valuation is half a day away: nothing comes of it by itself. */
export async function quietProduct(app: TestApplication): Promise<bigint> {
  const { clock, database } = app.context;
  const minute = (localMinuteOfDay("jpy", clock.now()) + 720) % 1_440;
  const id = await newProduct(app, { valued_at_minute: minute });
  while ((await untestedProduct(database.reader, "days")) !== null) await app.settle();
  return id;
}

/** Closes of so many days before today, for strategies that look back. */
export function closesUntilToday(
  app: TestApplication,
  stocks: Readonly<Record<string, string>>,
  { days = 80, turnover = 0n }: { days?: number; turnover?: bigint } = {},
): void {
  const now = app.context.clock.now();
  for (const [code, last] of Object.entries(stocks)) {
    for (let ago = days; ago > 0; ago -= 1) {
      app.feed.close("jpy", code, now - ago * dayMs, last, turnover);
    }
  }
}

export async function productOf(app: TestApplication, id: bigint): Promise<StoredProduct> {
  const product = await findProduct(app.context.database.reader, id);
  if (product === undefined) throw new Error(`there is no product ${id}`);
  return product;
}

type Prices = Readonly<Record<string, string>>;

/** To the cut-off and then to the moment of the next valuation, at these prices; what the jobs do is done then. */
export async function toNextValuation(
  app: TestApplication,
  id: bigint,
  prices: Prices,
): Promise<StoredProduct> {
  const product = await productOf(app, id);
  const { clock, hours } = app.context;
  const { next } = valuationsAround(scheduleOf(product), clock.now(), hours);
  if (next === null) throw new Error("there is no valuation ahead");
  const cutOff = next - product.cut_off_minutes * minuteMs;
  if (clock.now() < cutOff) await moveTo(app, cutOff + 1_000, prices);
  await moveTo(app, next + 1_000, prices);
  return productOf(app, id);
}

export async function moveTo(app: TestApplication, moment: number, prices: Prices): Promise<void> {
  const { clock } = app.context;
  const seconds = Math.ceil((moment - clock.now()) / 1_000);
  if (seconds > 0) await app.advance(seconds);
  for (const [code, price] of Object.entries(prices)) {
    app.feed.quote("jpy", code, price, { tradingDate: marketDate("jpy", clock.now(), "always") });
  }
  await lookAfter(app);
}

export async function lookAfter(app: TestApplication): Promise<void> {
  const { context } = app;
  await lookAfterPools(context, orderPathOf(context));
  // What the application's own job is paying at this moment is left to it: it is waited for.
  await app.owner.transaction((transaction) =>
    sql`SELECT FROM copy_following WHERE status = 0 AND proceeds IS NOT NULL OR to_notify IS NOT NULL
      ORDER BY id FOR UPDATE`.execute(transaction),
  );
  await settleDecided(context);
}
