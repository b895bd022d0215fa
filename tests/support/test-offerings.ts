import { dayMs, hourMs, iso, type OfferingForm } from "@sanshi/contract";
import { publishOffering } from "../../apps/server/src/products/new-shares/publishing.ts";
import { verifiedCustomer, verifyAs } from "./test-money.ts";
import type { SignedIn, TestApplication } from "./test-application.ts";

/** A small Japanese offering at a fixed price, which opens in a second and closes in an hour. */
export function testOffering(now: number, more: Partial<OfferingForm> = {}): OfferingForm {
  const at = (hours: number) => iso(now + hours * hourMs);
  return {
    type: "jpy",
    code: "9901",
    names: { jp: "三市電機", cn: "三市电机", us: "Sanshi Electric" },
    sponsor: "三市証券",
    prospectus: "https://example.com/prospectus.pdf",
    price_low: "1000",
    price_high: "1000",
    earnings_per_share: "50",
    lot: "100",
    issue_volume: "100000",
    quota: "300",
    minimum: "100",
    cap: "300",
    rule: "equal",
    asks_money: true,
    opens_at: iso(now + 1_000),
    closes_at: at(1),
    priced_at: null,
    draws_at: at(2),
    pays_until: at(37),
    waiting_until: at(61),
    allocates_at: at(70),
    lists_at: at(80),
    ...more,
  };
}

/** The same on whatever day it is: a whole session lies before the payment deadline over any holidays. */
export function testOfferingOnAnyDay(now: number, more: Partial<OfferingForm> = {}): OfferingForm {
  const at = (days: number) => iso(now + days * dayMs);
  const times = {
    pays_until: at(14),
    waiting_until: at(16),
    allocates_at: at(17),
    lists_at: at(18),
  };
  return testOffering(now, { ...times, ...more });
}

/** Null where the code is another company's. */
export function publish(
  { context }: Pick<TestApplication, "context">,
  more: Partial<OfferingForm>,
): Promise<bigint | null> {
  const at = context.clock.now();
  return context.database.transaction((transaction) =>
    publishOffering(context, transaction, testOffering(at, more), { proposalId: null, at }),
  );
}

let published = 0;

/** Publishes as two operators would; its subscription is open when it answers. */
export async function newOffering(
  app: TestApplication,
  more: Partial<OfferingForm> = {},
): Promise<bigint> {
  published += 1;
  const id = await publish(app, { code: String(9_000 + published), ...more });
  if (id === null) throw new Error("the offering was not published");
  await app.advance(2);
  return id;
}

/** One whose subscription stays open for days, whatever a test does with the clock. */
export function longOffering(app: TestApplication): Promise<bigint> {
  const at = (hours: number) => iso(app.context.clock.now() + hours * hourMs);
  return newOffering(app, {
    closes_at: at(400),
    draws_at: at(401),
    pays_until: at(402),
    waiting_until: at(403),
    allocates_at: at(404),
    lists_at: at(405),
  });
}

/** So many customers whose identity is verified: the first by its photos, the others by the same ones. */
export async function verifiedCustomers(
  app: TestApplication,
  count: number,
): Promise<readonly SignedIn[]> {
  const first = await verifiedCustomer(app);
  const others: SignedIn[] = [];
  while (others.length < count - 1) others.push(await app.newCustomer());
  await verifyAs(app, first, others);
  return [first, ...others];
}
