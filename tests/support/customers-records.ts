import { bankCardsMax, savedScreensMax } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { rows, sql } from "../../apps/server/src/platform/sql/database.ts";
import { newBlock } from "./test-blocks.ts";
import { quietProduct } from "./test-copy-products.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "./test-application.ts";
import { readyToWithdraw, setSetting, testFundPassword, testPhoto } from "./test-money.ts";
import { longOffering } from "./test-offerings.ts";

let app: TestApplication;
let owner: SignedIn & { cardId: string };
let photo: Uint8Array;
let stranger: SignedIn;
/** The owner's records, as the owner names them. */
let records: Record<
  | (
      | "held"
      | "waiting"
      | "message"
      | "question"
      | "session"
      | "alert"
      | "movement"
      | "quote"
      | "challenge"
      | "proof"
      | "passkey"
    )
  | (
      | "card"
      | "withdrawal"
      | "channel"
      | "correction"
      | "subscription"
      | "application"
      | "loan"
      | "consent"
      | "copyConsent"
      | "following"
    ),
  string
>;

/** The application on which each customers' call is tried, and whose records it is tried with: as they are now. */
export const tried = () => ({ app, owner, photo, stranger, records });

/** Makes them before the tests of a file. */
export function prepareCustomersCalls(): void {
  beforeAll(prepare);
  beforeEach(async () => {
    app.feed.quote("jpy", "7203", "2850");
    await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
  });
  afterAll(() => app.stop());
}

async function prepare(): Promise<void> {
  app = await startTestApplication();
  [owner, stranger] = [await readyToWithdraw(app), await readyToWithdraw(app)];
  photo = new Uint8Array(await (await testPhoto()).arrayBuffer());
  const order = { code: "7203", side: "long", leverage: "1", quantity: "100" } as const;
  const place = (more: { kind: "market" | "limit"; price?: string }) =>
    app.accepted("/trade/place-order", { ...order, ...more, request_id: newRequestId() }, owner);
  const held = await place({ kind: "market" });
  const waiting = await place({ kind: "limit", price: "2800" });
  await app.accepted("/market/watch", { code: "7203" }, owner);
  await screensOf(owner);
  const [session] = await app.accepted("/user/sessions", {}, owner);
  const messages = await app.accepted("/user/messages", {}, owner);
  const alert = await app.accepted(
    "/market/add-alert",
    { code: "7203", kind: "price_at_or_above", value: "3000", request_id: newRequestId() },
    owner,
  );
  const movements = await app.accepted("/user/fund-records", {}, owner);
  const challenge = await app.accepted(
    "/user/passkey-options",
    { login_password: testPassword },
    owner,
  );
  const quote = await app.accepted(
    "/user/exchange-quote",
    { from: "JPY", to: "USD", amount: "1000" },
    owner,
  );
  const money = await moneyOf(owner);
  const [passkey] = await rows(
    app.context.database.reader,
    sql<{ id: string }>`INSERT INTO customer_passkey
        (customer_id, credential_id, public_key, counter, transports, rp_id, name)
      SELECT id, 'credential', 'key', 0, '{}', 'localhost', 'phone' FROM customer
      WHERE account = ${owner.account} RETURNING id`,
  );
  const proof = await app.accepted("/user/proof-options", {}, owner);
  // The owner has a second step, and has proved it for as long as this file runs.
  await sql`UPDATE session SET proved_at = real_now() + interval '1 hour'`.execute(
    app.context.database.reader,
  );
  const question = await conversationOf(owner);
  const loan = await loanOf(owner);
  await lendingOf(held.id);
  const offering = await longOffering(app);
  const entry = { id: offering.toString(), quantity: "100", request_id: newRequestId() };
  const subscription = await app.accepted("/trade/subscribe", entry, owner);
  const until = new Date(app.context.clock.now() + 400 * 3_600_000).toISOString();
  const block = (await newBlock(app, { closes_at: until, settles_at: until })).toString();
  const applying = { id: block, quantity: "10", request_id: newRequestId() };
  const application = await app.accepted("/trade/apply-block", applying, owner);
  const product = await quietProduct(app);
  const follow = { id: product.toString(), amount: "10000", request_id: newRequestId() };
  const following = await app.accepted("/trade/follow", follow, owner);
  records = {
    ...money,
    application: application.id,
    consent: await consentOf(held.id),
    copyConsent: await copyConsentOf(owner),
    following: following.id,
    subscription: subscription.id,
    loan,
    held: held.id,
    waiting: waiting.id,
    message: messages.items[0]?.id ?? "",
    question,
    session: session?.id ?? "",
    alert: alert.id,
    movement: movements.items[0]?.id ?? "",
    quote: quote.quote_id,
    challenge: challenge.challenge_id,
    proof: proof.challenge_id,
    passkey: passkey?.id ?? "",
  };
  // Nothing that is abused below is kept as a message.
  await setSetting(app, "kefu", "https://help.sanshi.example/");
  // Past the sell lock, so that nothing but the abused field stands in the way of a sale.
  await app.advance(16 * 60);
}

/**
 * An application that is under review, and a score that has changed. No more can be borrowed: a sound form would be
 * taken from the day on whose assets make a limit.
 */
async function loanOf({ account }: SignedIn): Promise<string> {
  const { rows: made } = await sql<{ id: string }>`WITH scored AS (
      INSERT INTO loan_score (customer_id, day, score, parts, averages)
      SELECT customer.id, day, 40, '[]', '{}' FROM customer,
        unnest(ARRAY['2026-01-01', '2026-01-02']::date[]) AS d (day) WHERE account = ${account}
    ), capped AS (
      INSERT INTO loan_limit_cap (customer_id, currency, amount, reason_code, set_by, set_at)
      SELECT id, 'JPY', 0, 'credit_insufficient', (SELECT min(id) FROM operator), real_now()
      FROM customer WHERE account = ${account}
    )
    INSERT INTO loan (customer_id, currency, principal, term_days, purpose, rate_basis_points,
      overdue_basis_points, rule, rule_since, rule_confirmed, auto_repay, requested_at)
    SELECT id, 'JPY', 50000, 30, 'other', 700, 1022, 'jp_loan_ceiling', '2010-06-18', true, true, real_now()
    FROM customer WHERE account = ${account} RETURNING id::text AS id`.execute(
    app.context.database.reader,
  );
  return made[0]?.id ?? "";
}

/** As many saved screens as one can have, so that no other is added. */
async function screensOf({ account }: SignedIn): Promise<void> {
  await sql`INSERT INTO saved_screen (customer_id, place, name, market, criteria, saved_at)
    SELECT id, place, 'screen ' || place, 'jpy', '{"unknown": "hide"}', real_now()
    FROM customer, generate_series(1, ${savedScreensMax}::int) AS s (place) WHERE account = ${account}`.execute(
    app.context.database.reader,
  );
}

/** What its customer allows to be sold of a position as a block. */
async function consentOf(positionId: string): Promise<string> {
  const { rows: made } = await sql<{
    id: string;
  }>`INSERT INTO block_sale_consent (customer_id, position_id, market,
      code, quantity, floor_price, discount_most, lock_up_days, expires_at, nonce, signature, consented_at)
    SELECT customer_id, id, market, code, 10, 1, 0, 0, app_now() + interval '20 days', 'n', 's', app_now()
    FROM position WHERE id = ${positionId}::bigint RETURNING id::text AS id`.execute(
    app.context.database.reader,
  );
  return made[0]?.id ?? "";
}

/** What its customer allows to be followed of an account, in each market: none is consented to by what is abused. */
async function copyConsentOf({ account }: SignedIn): Promise<string> {
  const { rows: made } = await sql<{
    id: string;
  }>`INSERT INTO copy_consent (customer_id, market, shown_as, capacity_most, nonce, signature, consented_at)
    SELECT id, market, 'x', 1, 'n', 's', app_now() FROM customer, unnest(ARRAY['jpy', 'usd', 'cny']) AS m (market)
    WHERE account = ${account} RETURNING id::text AS id`.execute(app.context.database.reader);
  return made[0]?.id ?? "";
}

/** What was lent of a position on two days and is back. */
async function lendingOf(positionId: string): Promise<void> {
  await sql`WITH lent AS (
      INSERT INTO stock_lending (position_id, customer_id, market, code, first_lent_at, accrued_through)
      SELECT id, customer_id, market, code, real_now(), '2999-01-03' FROM position WHERE id = ${positionId}::bigint
      RETURNING position_id
    ), period AS (
      INSERT INTO stock_lending_period (market, code, after_day, through_day, day_ms, short_time, lent_time,
        short_value, base_basis_points, premium_basis_points, lender_percent, rule, rule_since, lenders_day,
        residue_day)
      SELECT 'jpy', '7203', day, day + 1, 86400000, 0, 1, 0, 110, 0, 50, 'share_lending', '2026-01-01', 0, 0
      FROM unnest(ARRAY['2999-01-01', '2999-01-02']::date[]) AS d (day) RETURNING id
    )
    INSERT INTO stock_lending_accrual (position_id, period_id, time, earned, paid)
    SELECT position_id, period.id, 1, 0, 0 FROM lent, period`.execute(app.context.database.reader);
}

/** Two questions of the owner's, and the answer to them, which is unread. */
async function conversationOf(customer: SignedIn): Promise<string> {
  for (const body of ["Hello", "Is anybody there?"]) {
    await app.accepted("/user/write-to-service", { body, request_id: newRequestId() }, customer);
  }
  const { rows: answers } = await sql<{ id: string }>`WITH answer AS (
      INSERT INTO service_message (customer_id, body, author, written_by, request_id, sent_at)
      SELECT customer.id, 'Hello', '{"role": "support", "broker": "Sanshi"}', operator.id,
        gen_random_uuid(), real_now() FROM customer, operator
      WHERE customer.account = ${customer.account} ORDER BY operator.id LIMIT 1
      RETURNING id, customer_id
    )
    UPDATE service_conversation SET last_message_id = answer.id FROM answer
    WHERE service_conversation.customer_id = answer.customer_id
    RETURNING answer.id::text AS id`.execute(app.context.database.reader);
  return answers[0]?.id ?? "";
}

/** As many cards as one can have, so that no other is added, and a withdrawal that holds one of them. */
async function moneyOf({ cardId }: { cardId: string }) {
  for (let index = 1; index < bankCardsMax; index += 1) {
    await app.accepted("/user/add-bank-card", { ...card, card_number: `100000${index}` }, owner);
  }
  await setSetting(app, "withdrawal_hours", "00:00-24:00");
  await setSetting(app, "withdrawal_days", "every");
  await setSetting(app, "withdrawal_requires_no_positions", "off");
  const withdrawal = await app.accepted(
    "/user/withdraw",
    {
      currency: "JPY",
      amount: "10000",
      card_id: cardId,
      fund_password: testFundPassword,
      request_id: newRequestId(),
    },
    owner,
  );
  await setSetting(app, "withdrawal_requires_no_positions", "on");
  const { channels } = await app.accepted("/user/deposit-channels", { currency: "JPY" }, owner);
  const correction = await announcedCorrection();
  return { card: cardId, withdrawal: withdrawal.id, channel: channels[0]?.id ?? "", correction };
}

/** One that was approved, and waits for a day in which the owner can object. */
async function announcedCorrection(): Promise<string> {
  const made = await sql<{ id: string }>`WITH approved AS (
      INSERT INTO proposal (kind, subject, customer_id, input, differences, proposed_by, proposed_at,
        expires_at)
      SELECT 'journal', 'of the owner', customer.id, '{}', '[]', operator.id, real_now(),
        real_now() + interval '3 days' FROM customer, operator
      WHERE customer.account = ${owner.account} ORDER BY operator.id LIMIT 1
      RETURNING id, customer_id
    )
    INSERT INTO correction_hold (proposal_id, customer_id, takes_effect_at)
    SELECT id, customer_id, real_now() + interval '100 days' FROM approved
    RETURNING proposal_id::text AS id`.execute(app.context.database.reader);
  return made.rows[0]?.id ?? "";
}

export const card = {
  holder_name: "ヤマダ タロウ",
  card_number: "1000001",
  bank_name: "三菱UFJ銀行",
  bank_code: "0005",
  branch_name: "本店",
  branch_code: "001",
  card_type: "ordinary",
  country: "JP",
} as const;
