import { sessionAgeDaysMax, sessionIdleDaysMax } from "../../../platform/sessions.ts";
import {
  firstRow,
  rows,
  sql,
  type Narrowed,
  type RawBuilder,
  type Reader,
  type Transaction,
} from "../../../platform/sql/database.ts";
import type { ChoiceOfRow, DueDeliveryRow, DueRow, PushStateRow } from "./push.sql-types.ts";

export type NewSubscription = {
  sessionId: string;
  customerId: bigint;
  endpoint: string;
  p256dh: string;
  auth: string;
  publicKey: string;
  language: "jp" | "cn" | "us";
};

/** Whether the session has a subscription that holds for the key, and how many the account has. */
export async function stateOf(
  reader: Reader,
  {
    customerId,
    sessionId,
    publicKey,
  }: Record<"sessionId" | "publicKey", string> & {
    customerId: bigint;
  },
): Promise<{ on: boolean; devices: number }> {
  const row = await firstRow(
    reader,
    sql<PushStateRow>`
      SELECT coalesce(bool_or(session_id = ${sessionId}::uuid), false) AS on, count(*)::int AS devices
      FROM push_subscription
      WHERE customer_id = ${customerId} AND public_key = ${publicKey}`,
  );
  return row ?? { on: false, devices: 0 };
}

export async function choiceOf(
  reader: Reader,
  customerId: bigint,
): Promise<{ groups_off: string[]; amounts: boolean }> {
  const row = await firstRow(
    reader,
    sql<ChoiceOfRow>`SELECT groups_off, amounts FROM push_choice WHERE customer_id = ${customerId}`,
  );
  return row ?? { groups_off: [], amounts: false };
}

/** The browser's only one: whoever had it before on the same browser has it no more. */
export async function keepSubscription(
  transaction: Transaction,
  { sessionId, customerId, endpoint, p256dh, auth, publicKey, language }: NewSubscription,
): Promise<void> {
  await sql`DELETE FROM push_subscription
    WHERE endpoint = ${endpoint} AND session_id <> ${sessionId}::uuid`.execute(transaction);
  await sql`INSERT INTO push_subscription
      (session_id, customer_id, endpoint, p256dh, auth, public_key, language)
    VALUES (${sessionId}::uuid, ${customerId}, ${endpoint}, ${p256dh}, ${auth}, ${publicKey},
      ${language})
    ON CONFLICT (session_id) DO UPDATE SET endpoint = excluded.endpoint,
      p256dh = excluded.p256dh, auth = excluded.auth, public_key = excluded.public_key,
      language = excluded.language`.execute(transaction);
}

/** Of an account's all but the newest `max`. */
export async function forgetOldest(
  transaction: Transaction,
  customerId: bigint,
  max: number,
): Promise<void> {
  await sql`DELETE FROM push_subscription WHERE session_id IN (
    SELECT session_id FROM push_subscription WHERE customer_id = ${customerId}
    ORDER BY created_at DESC, session_id OFFSET ${max})`.execute(transaction);
}

/** Two devices that subscribe at once count each other. */
export async function lockCustomer(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`SELECT FROM customer WHERE id = ${customerId} FOR NO KEY UPDATE`.execute(transaction);
}

export async function forgetSubscription(reader: Reader, sessionId: string): Promise<void> {
  await sql`DELETE FROM push_subscription WHERE session_id = ${sessionId}::uuid`.execute(reader);
}

/** One that was made anew since is left alone. */
export async function forgetEndpoint(
  reader: Reader,
  sessionId: string,
  endpoint: string,
): Promise<void> {
  await sql`DELETE FROM push_subscription
    WHERE session_id = ${sessionId}::uuid AND endpoint = ${endpoint}`.execute(reader);
}

/** As `sessions.ts` has it: what is signed out, banned, or was left alone for too long. */
const lives = sql`session.revoked_at IS NULL AND customer.state <> 'banned'
  AND session.last_seen_at > real_now() - ${sessionIdleDaysMax} * interval '1 day'
  AND session.created_at > real_now() - ${sessionAgeDaysMax} * interval '1 day'`;

/** Of one account whose sessions have changed, or of a session by its token. */
export async function forgetEnded(
  reader: Reader,
  which: { tokenHash: string } | { customerId: bigint } | "all",
): Promise<void> {
  const condition =
    which === "all"
      ? sql`true`
      : "customerId" in which
        ? sql`session.customer_id = ${which.customerId}`
        : sql`session.token_hash = decode(${which.tokenHash}, 'hex')`;
  await sql`DELETE FROM push_subscription USING session, customer
    WHERE session.id = push_subscription.session_id AND customer.id = session.customer_id
      AND ${condition} AND NOT (${lives})`.execute(reader);
}

/** The others stay as they are, or as they are for everybody at first. */
export async function keepGroup(
  transaction: Transaction,
  customerId: bigint,
  group: string,
  on: boolean,
): Promise<void> {
  const off = on ? [] : [group];
  await sql`INSERT INTO push_choice AS kept (customer_id, groups_off)
    VALUES (${customerId}, ${off}::text[])
    ON CONFLICT (customer_id) DO UPDATE
    SET groups_off = array_remove(kept.groups_off, ${group}) || excluded.groups_off`.execute(
    transaction,
  );
}

export async function keepAmounts(
  transaction: Transaction,
  customerId: bigint,
  amounts: boolean,
): Promise<void> {
  await sql`INSERT INTO push_choice (customer_id, amounts) VALUES (${customerId}, ${amounts})
    ON CONFLICT (customer_id) DO UPDATE SET amounts = excluded.amounts`.execute(transaction);
}

/** A reply of customer service, which is no message: what is a message is queued by its trigger. */
export async function queueReply(transaction: Transaction, customerId: bigint): Promise<void> {
  await sql`INSERT INTO push_delivery (session_id)
    SELECT session_id FROM push_subscription WHERE customer_id = ${customerId}`.execute(
    transaction,
  );
}

export type DueDelivery = Narrowed<DueDeliveryRow, { is_old: boolean }>;

export function isDeliveryDue(): RawBuilder<DueRow> {
  return sql<DueRow>`SELECT EXISTS (SELECT FROM push_delivery WHERE due_at <= real_now()) AS due`;
}

/**
 * Takes what is due and shows it to nobody else for `forSeconds`: who ends meanwhile has not sent it, and another
 * does. What is said of a delivery is as it is now, not as it was when it was queued.
 */
export function takeDue(
  executor: Reader,
  { limit, forSeconds, ageHoursMax }: { limit: number; forSeconds: number; ageHoursMax: number },
): Promise<DueDelivery[]> {
  return rows(
    executor,
    sql<DueDelivery>`WITH due AS (
        SELECT id FROM push_delivery WHERE due_at <= real_now()
        ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      ), taken AS (
        UPDATE push_delivery SET attempts = attempts + 1,
          due_at = real_now() + ${forSeconds} * interval '1 second'
        FROM due WHERE push_delivery.id = due.id
        RETURNING push_delivery.id, push_delivery.session_id, push_delivery.message_id,
          push_delivery.attempts, push_delivery.queued_at
      )
      SELECT taken.id, taken.session_id, taken.attempts, taken.message_id,
        message.kind, message.params, message.texts, message.author, message.link,
        subscription.endpoint, subscription.p256dh, subscription.auth, subscription.public_key,
        subscription.language, choice.groups_off, choice.amounts,
        coalesce(${lives}, false) AS is_live,
        taken.queued_at < real_now() - ${ageHoursMax} * interval '1 hour' AS is_old,
        message.read_at IS NOT NULL AS is_read,
        ((SELECT count(*) FROM message unread WHERE unread.customer_id = subscription.customer_id
            AND unread.read_at IS NULL)
          + (SELECT count(*) FROM service_conversation conversation
            JOIN service_message reply ON reply.customer_id = conversation.customer_id
              AND reply.id > conversation.read_up_to AND reply.author IS NOT NULL
            WHERE conversation.customer_id = subscription.customer_id))::int AS unread
      FROM taken
      LEFT JOIN push_subscription subscription ON subscription.session_id = taken.session_id
      LEFT JOIN session ON session.id = taken.session_id
      LEFT JOIN customer ON customer.id = session.customer_id
      LEFT JOIN message ON message.id = taken.message_id
      LEFT JOIN push_choice choice ON choice.customer_id = subscription.customer_id
      ORDER BY taken.id`,
  );
}

export async function dropDeliveries(reader: Reader, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`DELETE FROM push_delivery WHERE id = ANY(${ids}::bigint[])`.execute(reader);
}

export async function deliverLater(reader: Reader, id: bigint, seconds: number): Promise<void> {
  await sql`UPDATE push_delivery SET due_at = real_now() + ${seconds} * interval '1 second'
    WHERE id = ${id}`.execute(reader);
}
