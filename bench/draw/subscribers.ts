import { setTimeout as pause } from "node:timers/promises";
import { verifyEverybody } from "../verify-everybody.ts";
import { registerCustomer } from "../web/pages.ts";
import type { ApplicationAccess } from "../../tests/support/application.ts";
import type pg from "pg";

const publishedMsMax = 60_000;

export type OpenOffering = { id: string; quantity: string };

/** A company that came by itself, open to whoever is verified: a new instance publishes them as it starts. */
export async function openOffering(owner: pg.Client): Promise<OpenOffering> {
  const until = performance.now() + publishedMsMax;
  for (;;) {
    const { rows } = await owner.query<OpenOffering>(
      `SELECT id::text, (min_lots * lot_size)::text AS quantity FROM offering
        WHERE opens_at <= app_now() AND closes_at > app_now() + interval '10 minutes'
          AND (market = 'jpy' OR NOT asks_money) ORDER BY closes_at LIMIT 1`,
    );
    const [found] = rows;
    if (found !== undefined) return found;
    if (performance.now() > until) throw new Error("no offering is open now");
    await pause(200);
  }
}

/** Who checks the draw: registered as everybody is, and verified. */
export async function phoneCustomer(
  ownerConnectionString: string,
  { address, invitationCode }: ApplicationAccess,
): Promise<Record<string, string>> {
  const customer = await registerCustomer(address, invitationCode);
  await verifyEverybody(ownerConnectionString);
  return customer;
}

/** So many others who are in the list; how they got there is what `bench subscriptions` measures. */
export async function subscribers(
  owner: pg.Client,
  { id }: OpenOffering,
  count: number,
): Promise<void> {
  await owner.query(
    `WITH made AS (
        INSERT INTO customer (account, password_hash, invitation_code, registered_at)
        SELECT (2000000000 + n)::text, 'none', (SELECT code FROM invitation_code LIMIT 1), app_now()
        FROM generate_series(1, $2::int) n RETURNING id
      ), numbered AS (
        SELECT id, nextval('new_share_subscription_id') AS own FROM made
      )
      INSERT INTO new_share_subscription (id, offering_id, customer_id, number, lots, nonce, subscribed_at, signature)
      SELECT own, o.id, n.id, 'NS' || lpad(own::text, 12, '0'), o.min_lots + own % (o.max_lots - o.min_lots + 1),
        gen_random_uuid()::text, app_now(), 'bench' FROM numbered n, offering o WHERE o.id = $1`,
    [id, count],
  );
  await owner.query("ANALYZE");
}
