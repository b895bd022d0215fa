import { bankCardsMax, savedScreensMax, screenBounds } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  abusedTexts,
  asParsed,
  customerCalls,
  expectNoFault,
  expectUnchanged,
  faultOf,
  form,
  formOf,
  formType,
  inventedCursors,
  pictureOf,
  sendTo,
  unknownFields,
  worthTrying,
  type Attempt,
  type DescribedCall,
  type Sent,
} from "../../../tests/support/every-call.ts";
import {
  newRequestId,
  startTestApplication,
  testInvitationCode,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../tests/support/test-application.ts";
import {
  readyToWithdraw,
  setSetting,
  testFundPassword,
  testPhoto,
} from "../../../tests/support/test-money.ts";
import { newBlock } from "../../../tests/support/test-blocks.ts";
import { quietProduct } from "../../../tests/support/test-copy-products.ts";
import { longOffering } from "../../../tests/support/test-offerings.ts";
import { rows, sql } from "./platform/sql/database.ts";

/**
 * Every call of the contract, tried with everything that it must not do: a new call is tried by
 * itself as long as its fields are known below, and fails here until they are.
 */
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

beforeAll(async () => {
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
});

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

const card = {
  holder_name: "ヤマダ タロウ",
  card_number: "1000001",
  bank_name: "三菱UFJ銀行",
  bank_code: "0005",
  branch_name: "本店",
  branch_code: "001",
  card_type: "ordinary",
  country: "JP",
} as const;

beforeEach(async () => {
  app.feed.quote("jpy", "7203", "2850");
  await sql`DELETE FROM try_counter`.execute(app.context.database.reader);
});
afterAll(() => app.stop());

/** What a field may hold; a call whose field of this name means something else says so below. */
function usualValue(field: string): string | undefined {
  const usual: Record<string, string> = {
    account: owner.account,
    password: "not the pass phrase",
    password2: "not the pass phrase",
    old_password: "not the pass phrase",
    login_password: "not the pass phrase",
    new_password: "another pass phrase 8",
    new_password2: "another pass phrase 8",
    invite_code: testInvitationCode,
    agree: "true",
    type: "jpy",
    code: "7203",
    side: "long",
    kind: "limit",
    price: "2850",
    stop_price: "2900",
    trail_amount: "50",
    trail_percent: "2.5",
    do_not_reduce: "false",
    hours: "regular",
    // Both on the wrong side of a long's price: nothing is set by a call whose other field is emptied.
    take_profit: "2700",
    stop_loss: "3200",
    time_in_force: "until_cancelled",
    good_until: "2026-12-30",
    range: "1m",
    quantity: "100",
    leverage: "1",
    funding: "cash",
    openings: `${records.held}:100`,
    exits: "50:2900:2600",
    request_id: newRequestId(),
    id: records.held,
    ids: records.message,
    cursor: "1000",
    limit: "10",
    sort: "turnover",
    period: "day",
    adjust: "none",
    before: "2026-01-02T03:04:05Z",
    q: "toyota",
    value: "3000",
    challenge_id: newRequestId(),
    response: "{}",
    currency: "JPY",
    from: "2026-01-02T03:04:05Z",
    to: "2026-02-02T03:04:05Z",
    language: "jp",
    month: "2026-01",
    sector: "financials",
    unknown: "hide",
    ...Object.fromEntries(screenBounds.map((bound) => [bound, "1"])),
  };
  return usual[field];
}

function ownValues(url: string): Record<string, unknown> {
  const own: Record<string, Record<string, unknown>> = {
    "/api/vue/common/config": { type: "all" },
    "/api/vue/user/login": { code: "123456" },
    "/api/vue/user/revoke-session": { id: newRequestId() },
    "/api/vue/trade/consent-block-sale": {
      ...{ position: "999999999", floor_price: "1", discount_most: "5.00" },
      ...{ lock_up_days: "0", expires_at: "2026-01-02T03:04:05Z" },
      fund_password: testFundPassword,
    },
    "/api/vue/trade/consent-copy": {
      ...{ shown_as: "a name", capacity_most: "1000", fund_password: testFundPassword },
    },
    "/api/vue/user/write-to-service": { body: "Hello" },
    "/api/vue/user/write-about-case": { case_number: "ABCD-2345", body: "Hello" },
    "/api/vue/user/case-answers": { case_number: "ABCD-2345" },
    "/api/vue/user/read-conversation": { id: "999999999" },
    "/api/vue/user/message": { id: records.message },
    "/api/vue/user/object-to-correction": { id: "999999999", words: "It is mine" },
    "/api/vue/trade/cancel-order": { id: records.waiting },
    "/api/vue/trade/preview-order": { kind: "stop_limit", stop_loss: "2600" },
    "/api/vue/trade/place-order": { kind: "stop_limit", stop_loss: "2600" },
    "/api/vue/trade/amend-order": { id: records.waiting },
    "/api/vue/trade/close-position": { price: "2860" },
    "/api/vue/trade/close-holding": { price: "2860" },
    "/api/vue/trade/preview-close-holding": { price: "2860" },
    "/api/vue/market/add-alert": { kind: "price_at_or_above", code: "0000" },
    "/api/vue/market/remove-alert": { id: records.alert },
    "/api/vue/market/index-line": { code: "SJPC" },
    "/api/vue/market/save-chart-line": {
      ...{ code: "0000", line: newRequestId(), kind: "trend", from_at: "2026-01-02T03:04:05Z" },
      ...{ from_price: "2800", to_at: "2026-02-02T03:04:05Z", to_price: "2900.5" },
    },
    "/api/vue/market/remove-chart-line": { line: newRequestId() },
    "/api/vue/user/fund-records": { kind: "all", holds: "without", cursor: "zz-zz" },
    "/api/vue/user/fund-sums": { kind: "all" },
    "/api/vue/market/save-screen": { name: "value" },
    "/api/vue/market/unsave-screen": { name: "value" },
    "/api/vue/user/fund-record": { id: records.movement },
    "/api/vue/user/export-records": { kind: "all", holds: "all" },
    "/api/vue/user/totp-confirm": { code: "123456" },
    "/api/vue/user/totp-remove": { code: "123456" },
    "/api/vue/user/add-passkey": { name: "phone" },
    "/api/vue/user/remove-passkey": { id: newRequestId() },
    "/api/vue/user/prove": { code: "123456" },
    "/api/vue/user/proof-options": {},
    "/api/vue/user/statement": { from: "2026-01-02", to: "2026-02-02", format: "csv" },
    "/api/vue/user/exchange-rates": { from: "JPY" },
    "/api/vue/user/exchange-history": { from: "JPY", to: "USD" },
    "/api/vue/user/exchange-quote": { from: "JPY", to: "USD", amount: "1000" },
    "/api/vue/user/exchange": { quote_id: records.quote },
    "/api/vue/user/submit-verification": {
      name: "山田 太郎",
      name_kana: "ヤマダ タロウ",
      id_type: "passport",
      id_number: "TZ1234567",
      front: photo,
      back: photo,
    },
    "/api/vue/user/bank-branches": { bank_code: "0005", q: "本店" },
    "/api/vue/user/add-bank-card": card,
    "/api/vue/user/remove-bank-card": { id: records.card },
    "/api/vue/user/set-fund-password": {
      new_password: "907561",
      new_password2: "907561",
      old_password: "135790",
    },
    "/api/vue/user/deposit": { channel_id: records.channel, amount: "5000", receipt: photo },
    "/api/vue/user/withdraw": {
      amount: "20000",
      card_id: records.card,
      fund_password: "135790",
    },
    "/api/vue/trade/lend-automatically": { choice: "manual" },
    "/api/vue/user/cancel-withdrawal": { id: records.withdrawal },
    "/api/vue/user/preview-loan": { currency: "JPY", amount: "20000", term_days: "30" },
    "/api/vue/user/apply-loan": {
      currency: "JPY",
      amount: "20000",
      term_days: "30",
      purpose: "living",
      auto_repay: "true",
    },
    "/api/vue/trade/preview-intraday": { amount: "28500", leverage: "3" },
    "/api/vue/trade/apply-intraday": { amount: "28500", leverage: "3" },
    "/api/vue/trade/productlist": { period: "month" },
    "/api/vue/trade/product": { period: "month" },
    "/api/vue/trade/preview-follow": { amount: "10000" },
    "/api/vue/trade/follow": { amount: "10000", stop_percent: "20" },
    "/api/vue/user/cancel-loan": { id: records.loan },
    "/api/vue/user/repay-loan": { id: records.loan, amount: "50000" },
    "/api/vue/user/auto-repay-loan": { id: records.loan, on: "true" },
    "/api/vue/user/save-preferences": {
      chart_view: "day",
      chart_adjust: "none",
      chart_main: "MA",
      chart_sub: "VOL",
      changed_at: "2026-01-02T03:04:05Z",
    },
    "/api/vue/user/save-home-preferences": {
      entries: "exchange,deposit",
      currency: "USD",
      market: "cny",
      changed_at: "2026-01-02T03:04:05Z",
    },
    "/api/vue/user/save-trading-preferences": { setting: "review", switched: "on" },
    "/api/vue/user/messages": { group: "orders" },
    "/api/vue/user/push-on": {
      endpoint: "https://push.example/none",
      p256dh: `B${"A".repeat(86)}`,
      auth: "A".repeat(22),
    },
    "/api/vue/user/save-push-choice": { choice: "orders", switched: "on" },
    "/api/vue/news/list": { cursor: "jpy-20261120-market_open" },
    "/api/vue/news/info": { id: "jpy-20261120-market_open" },
  };
  return own[url] ?? {};
}

/** A form with which nothing is wrong. Those that ask for a password have a wrong one, so that nobody signs in. */
function soundForm({ url, fields }: DescribedCall): Record<string, unknown> {
  const known = Object.fromEntries(fields.map((field) => [field, usualValue(field)]));
  return { ...known, ...ownValues(url) };
}

const byUrl = (described: readonly DescribedCall[]) =>
  described.map((one) => [one.url, one] as const);

const send = (one: DescribedCall, sent: Sent) => sendTo(app, one, sent);
const tryEach = (one: DescribedCall, attempts: readonly Attempt[]) =>
  expectNoFault(app, one, attempts);
const unchanged = () => expectUnchanged(() => app);

function sendForm(one: DescribedCall, fields: Record<string, unknown>, customer: SignedIn) {
  const { type, payload } = formOf(one, Object.entries(fields));
  return send(one, { headers: { ...type, ...credentialsOf(customer) }, payload });
}

const credentialsOf = ({ token, account }: SignedIn) => ({ token, account });

describe("every call", () => {
  it.each(byUrl(customerCalls))("%s is known here with all its fields", (_url, one) => {
    const checked = one.call.input.safeParse(asParsed(soundForm(one)));
    expect(checked.error?.issues ?? []).toEqual([]);
    expect(Object.keys(soundForm(one)).sort()).toEqual([...one.fields].sort());
  });
});

describe("a customers' call refuses a field that is missing, unknown, repeated or abused", () => {
  it.each(byUrl(customerCalls))("%s", async (_url, one) => {
    const sent = (fields: readonly (readonly [string, unknown])[]): Sent => {
      const { type, payload } = formOf(one, fields);
      return { headers: { ...type, ...credentialsOf(owner) }, payload };
    };
    // Made anew for each attempt: a request id that was refused once hides what comes after it.
    const sound = () => Object.entries(soundForm(one));
    const without = (field: string) => sound().filter(([name]) => name !== field);
    const withMore = (field: string, value: unknown) => [...sound(), [field, value] as const];
    const withValue = (field: string, value: string) => [
      ...without(field),
      [field, value] as const,
    ];
    await tryEach(one, [
      ...one.required.map((field): Attempt => [`no ${field}`, sent(without(field)), [400]]),
      ...unknownFields(one).map((field): Attempt => [
        `with ${field}`,
        sent(withMore(field, "1")),
        [400],
      ]),
      ...one.fields.map((field): Attempt => [
        `${field} twice`,
        sent(withMore(field, soundForm(one)[field])),
        [400],
      ]),
      ...one.fields.flatMap((field) =>
        worthTrying(one, soundForm(one), field, abusedTexts).map(([name, text, codes]): Attempt => [
          `${field}: ${name}`,
          sent(withValue(field, text)),
          codes,
        ]),
      ),
    ]);
  });
  unchanged();
});

describe("a customers' list refuses a cursor that no page ended with", () => {
  const lists = customerCalls.filter(({ fields }) => fields.includes("cursor"));
  it.each(byUrl(lists))("%s", async (_url, one) => {
    await tryEach(
      one,
      inventedCursors(one).map(([name, cursor]): Attempt => [
        name,
        {
          headers: { ...credentialsOf(owner), ...formType },
          payload: form({ ...soundForm(one), cursor }),
        },
        [400],
      ]),
    );
  });
  unchanged();
});

describe("a customers' call refuses a body that is no form", () => {
  const takesFiles = ({ call }: DescribedCall) => "files" in call && call.files !== undefined;

  it.each(byUrl(customerCalls.filter((one) => !takesFiles(one))))("%s", async (_url, one) => {
    const json = JSON.stringify(soundForm(one));
    const as = (type: string): Record<string, string> => ({
      ...credentialsOf(owner),
      "content-type": type,
    });
    const encoded = form(soundForm(one));
    await tryEach(one, [
      ["JSON", { headers: as("application/json"), payload: json }, [415]],
      ["JSON in capitals", { headers: as("APPLICATION/JSON"), payload: json }, [415]],
      ["broken JSON", { headers: as("application/json"), payload: '{"a":' }, [415]],
      ["plain text", { headers: as("text/plain"), payload: encoded }, [415]],
      ["XML", { headers: as("application/xml"), payload: "<a/>" }, [415]],
      [
        "a multipart form",
        { headers: as("multipart/form-data; boundary=x"), payload: "--x--" },
        [415],
      ],
      ["no content type", { headers: credentialsOf(owner), payload: encoded || "a=1" }, [415]],
      [
        "an odd content type",
        { headers: as("application/x-www-form-urlencodedd"), payload: encoded },
        [415],
      ],
      [
        "too much",
        { headers: as(formType["content-type"]), payload: `a=${"1".repeat(70_000)}` },
        [413],
      ],
      [
        "a broken escape",
        { headers: as(formType["content-type"]), payload: "type=%E0%A4%A" },
        [400],
      ],
      [
        "a broken escape in a name",
        { headers: as(formType["content-type"]), payload: "%ZZ=1" },
        [400],
      ],
      ["no name", { headers: as(formType["content-type"]), payload: "=1" }, [400]],
    ]);
  });

  it.each(byUrl(customerCalls.filter(takesFiles)))("%s", async (_url, one) => {
    const as = (type: string): Record<string, string> => ({
      ...credentialsOf(owner),
      "content-type": type,
    });
    const { type, payload } = formOf(one, Object.entries(soundForm(one)));
    const multipart = type["content-type"] ?? "";
    const cut = Buffer.from(payload).subarray(0, -40);
    await tryEach(one, [
      ["JSON", { headers: as("application/json"), payload: "{}" }, [415]],
      ["an encoded form", { headers: as(formType["content-type"]), payload: "agree=true" }, [415]],
      ["plain text", { headers: as("text/plain"), payload }, [415]],
      ["no content type", { headers: credentialsOf(owner), payload }, [415]],
      ["no boundary", { headers: as("multipart/form-data"), payload }, [400]],
      ["another boundary", { headers: as("multipart/form-data; boundary=x"), payload }, [400]],
      ["an end that is missing", { headers: as(multipart), payload: cut }, [400]],
      ["nothing", { headers: as(multipart), payload: "" }, [400]],
      ["too much", { headers: as(multipart), payload: Buffer.alloc(24 * 1024 * 1024) }, [413]],
    ]);
  });
  unchanged();
});

describe("a call of signed-in customers answers 401, and does nothing, to", () => {
  const guarded = customerCalls.filter(({ call }) => call.access === "customer");
  let signedOut: SignedIn;
  let banned: SignedIn;
  beforeAll(async () => {
    [signedOut, banned] = [await app.newCustomer(), await app.newCustomer()];
    await app.accepted("/user/logout", {}, signedOut);
    await sql`UPDATE customer SET state = 'banned' WHERE account = ${banned.account}`.execute(
      app.context.database.reader,
    );
    for (const gone of [signedOut, banned]) {
      const isOut = async () =>
        (await app.refused("/user/getUserinfo", {}, gone)) === "sign_in_again";
      await vi.waitUntil(isOut, { timeout: 60_000 });
    }
  });

  it.each(byUrl(guarded))("nobody, a stranger's account, an old token: %s", async (_url, one) => {
    const { type, payload } = formOf(one, Object.entries(soundForm(one)));
    const as = (who: Record<string, string>): Sent => ({ headers: { ...type, ...who }, payload });
    await tryEach(one, [
      ["nobody", as({}), [401]],
      ["a token without an account", as({ token: owner.token }), [401]],
      ["an account without a token", as({ account: owner.account }), [401]],
      ["an invented token", as({ account: owner.account, token: "x".repeat(43) }), [401]],
      ["an endless token", as({ account: owner.account, token: "x".repeat(8_000) }), [401]],
      [
        "a token with another's account",
        as({ token: owner.token, account: stranger.account }),
        [401],
      ],
      [
        "an account with another's token",
        as({ account: owner.account, token: stranger.token }),
        [401],
      ],
      ["a token after sign-out", as(signedOut), [401]],
      ["a banned customer", as(banned), [401]],
    ]);
  });
  unchanged();
});

describe("a frozen customer whose closing is barred", () => {
  it("reads, and changes nothing of money, orders and positions, whatever is called", async () => {
    const reader = app.context.database.reader;
    const setState = (state: string) =>
      sql`UPDATE customer SET state = ${state},
          closing_barred_until = CASE ${state} WHEN 'frozen' THEN app_now() + interval '1 day' END
        WHERE account = ${owner.account}`.execute(reader);
    const state = async () => (await app.accepted("/user/getUserinfo", {}, owner)).state;
    const money = ["ledger_posting", "ledger_balance", "position", "fill"];
    const shown = async () => {
      const picture = await pictureOf(reader);
      return money.map((table) => picture[table]);
    };
    await setState("frozen");
    await expect.poll(state).toBe("frozen");
    const before = await shown();
    const refused = [
      ...["trade/preview-order", "trade/place-order", "trade/close-position"],
      ...["trade/amend-order", "trade/set-exits"],
      ...["trade/close-holding", "trade/preview-close-holding"],
      ...["user/exchange-quote", "user/exchange", "user/withdraw", "user/add-bank-card"],
      ...["trade/preview-subscription", "trade/subscribe"],
      ...["trade/preview-block", "trade/apply-block", "trade/consent-block-sale"],
      ...["trade/preview-intraday", "trade/apply-intraday"],
      ...["user/apply-loan", "trade/lend", "trade/lend-automatically"],
      ...["trade/preview-follow", "trade/follow", "trade/consent-copy"],
    ].map((path) => `/api/vue/${path}`);
    // Cancelling only frees money, and signing out is nobody's to refuse.
    const harmless = [
      ...["trade/cancel-order", "user/cancel-withdrawal", "user/cancel-loan", "user/logout"],
    ].map((path) => `/api/vue/${path}`);
    const faults: string[] = [];
    for (const one of customerCalls.filter(({ url }) => !harmless.includes(url))) {
      const answer = await sendForm(one, soundForm(one), owner);
      const fault = faultOf(one.call, answer);
      if (fault !== null) faults.push(`${one.url}: ${fault}`);
      const isRefused = ["account_frozen", "closing_barred"].includes(answer.json().msg);
      if (isRefused !== refused.includes(one.url)) faults.push(`${one.url}: ${answer.body}`);
    }
    expect(faults).toEqual([]);
    expect(await shown()).toEqual(before);
    await setState("active");
    await expect.poll(state).toBe("active");
  });
});

describe("the attempts above", () => {
  it("left the customer able to do what was refused", async () => {
    const sold = await app.accepted(
      "/trade/close-position",
      { id: records.held, kind: "market", request_id: newRequestId() },
      owner,
    );
    expect(sold.quantity_left).toBe("0");
    await app.accepted("/trade/cancel-order", { id: records.waiting }, owner);
    // The password is still the right one: what is asked for next is the passkey's second step.
    expect(
      await app.refused("/user/login", { account: owner.account, password: testPassword }),
    ).toBe("code_required");
    const kept = await rows(app.context.database.reader, sql`SELECT FROM listed_position`);
    expect(kept).toHaveLength(2);
  });
});

describe("a page's end is its owner's", () => {
  /** The same for everybody, and one that is never longer than a page here: a deposit waits alone. */
  const others = [
    ...["/api/vue/news/list", "/api/vue/trade/product-trades", "/api/vue/user/depositlist"],
  ];
  /** Of one record, which a stranger's own list never is: looked at below. */
  const ofRecords = ["/api/vue/trade/lending-earnings"];
  const lists = customerCalls.filter(
    ({ url, fields }) => fields.includes("cursor") && ![...others, ...ofRecords].includes(url),
  );
  type Page = { items: readonly Record<string, unknown>[]; next_cursor: string | null };
  const pageOf = async (one: DescribedCall, form: Record<string, unknown>, who: SignedIn) => {
    const answer = await sendForm(one, form, who);
    expect(answer.json().msg).toBe("ok");
    return answer.json().data as Page;
  };

  /** Two of whatever is listed. */
  beforeAll(async () => {
    const now = () => newRequestId();
    const order = { type: "jpy", code: "7203", side: "long", kind: "market" } as const;
    for (let count = 0; count < 2; count += 1) {
      app.feed.quote("jpy", "7203", "2850");
      const { id } = await app.accepted(
        "/trade/place-order",
        { ...order, leverage: "1", quantity: "1", request_id: now() },
        owner,
      );
      await app.advance(16 * 60);
      app.feed.quote("jpy", "7203", "2850");
      await app.accepted("/trade/close-position", { id, kind: "market", request_id: now() }, owner);
      const amount = { from: "JPY", to: "USD", amount: "1000" } as const;
      const { quote_id } = await app.accepted("/user/exchange-quote", amount, owner);
      await app.accepted("/user/exchange", { quote_id, request_id: now() }, owner);
    }
  });

  it.each(byUrl(lists))("%s shows a stranger who has it nothing of the owner's", async (_, one) => {
    const { cursor: _cursor, ...rest } = soundForm(one);
    const form = Object.fromEntries(
      Object.entries(rest).filter(([name]) => one.required.includes(name)),
    );
    const first = await pageOf(one, { ...form, limit: "1" }, owner);
    expect(first.next_cursor, "give the owner two of these above").not.toBeNull();
    const further = { ...form, limit: "10", cursor: first.next_cursor };
    const own = (await pageOf(one, further, owner)).items.map((item) => JSON.stringify(item));
    expect(own).not.toEqual([]);
    const seen = (await pageOf(one, further, stranger)).items.map((item) => JSON.stringify(item));
    expect(seen.filter((item) => own.includes(item))).toEqual([]);
  });
});

describe("a stranger's record answers like one that does not exist", () => {
  // What the attempts above have used up of the owner's would hide who it belongs to.
  beforeAll(async () => {
    const alert = { code: "7203", kind: "price_at_or_above", value: "3100" } as const;
    const made = await app.accepted(
      "/market/add-alert",
      { ...alert, request_id: newRequestId() },
      owner,
    );
    records = { ...records, alert: made.id };
    await sql`UPDATE message SET read_at = NULL WHERE id = ${records.message}::bigint`.execute(
      app.context.database.reader,
    );
  });
  const nothing = { record: "999999999999999", uuid: "00000000-0000-4000-8000-000000000000" };
  /** Each call that names a record, with the owner's ones and one that nobody has. */
  const named = (): Record<string, { owned: string[]; none: string }> => ({
    "/api/vue/user/revoke-session": { owned: [records.session], none: nothing.uuid },
    "/api/vue/user/message": { owned: [records.message], none: nothing.record },
    "/api/vue/user/read-messages": { owned: [records.message], none: nothing.record },
    "/api/vue/user/read-conversation": { owned: [records.question], none: nothing.record },
    "/api/vue/user/object-to-correction": { owned: [records.correction], none: nothing.record },
    "/api/vue/market/remove-alert": { owned: [records.alert], none: nothing.record },
    "/api/vue/user/fund-record": { owned: [records.movement], none: nothing.record },
    "/api/vue/user/exchange": { owned: [records.quote], none: nothing.record },
    "/api/vue/user/add-passkey": { owned: [records.challenge], none: nothing.uuid },
    "/api/vue/user/remove-passkey": { owned: [records.passkey], none: nothing.uuid },
    "/api/vue/user/passkey-sign-in": { owned: [records.challenge], none: nothing.uuid },
    "/api/vue/user/prove": { owned: [records.proof], none: nothing.uuid },
    "/api/vue/user/remove-bank-card": { owned: [records.card], none: nothing.record },
    "/api/vue/user/withdraw": { owned: [records.card], none: nothing.record },
    "/api/vue/user/cancel-withdrawal": { owned: [records.withdrawal], none: nothing.record },
    "/api/vue/user/cancel-loan": { owned: [records.loan], none: nothing.record },
    "/api/vue/user/repay-loan": { owned: [records.loan], none: nothing.record },
    "/api/vue/user/auto-repay-loan": { owned: [records.loan], none: nothing.record },
    "/api/vue/trade/cancel-order": { owned: [records.held, records.waiting], none: nothing.record },
    "/api/vue/trade/close-position": {
      owned: [records.held, records.waiting],
      none: nothing.record,
    },
    "/api/vue/trade/amend-order": { owned: [records.waiting], none: nothing.record },
    ...Object.fromEntries(
      ["lend", "recall", "lending-earnings"].map((act) => [
        `/api/vue/trade/${act}`,
        { owned: [records.held], none: nothing.record },
      ]),
    ),
    "/api/vue/trade/set-exits": { owned: [records.held, records.waiting], none: nothing.record },
    ...Object.fromEntries(
      ["cancel", "pay", "waive"].map((act) => [
        `/api/vue/trade/${act}-subscription`,
        { owned: [records.subscription], none: nothing.record },
      ]),
    ),
    "/api/vue/trade/revoke-block-sale": { owned: [records.consent], none: nothing.record },
    "/api/vue/trade/revoke-copy-consent": { owned: [records.copyConsent], none: nothing.record },
    "/api/vue/trade/cancel-block": { owned: [records.application], none: nothing.record },
    "/api/vue/trade/end-follow": { owned: [records.following], none: nothing.record },
    "/api/vue/trade/position": { owned: [records.held, records.waiting], none: nothing.record },
    "/api/vue/trade/position-profit": {
      owned: [records.held, records.waiting],
      none: nothing.record,
    },
  });
  /** What is the same for everybody; a sign-in, whose challenge an account's own password comes before. */
  const everybodys: readonly string[] = [
    ...["/api/vue/news/info", "/api/vue/user/deposit", "/api/vue/user/login"],
    ...["/api/vue/trade/block", "/api/vue/trade/block-draw", "/api/vue/trade/preview-block"],
    ...["/api/vue/trade/apply-block", "/api/vue/trade/newstock"],
    "/api/vue/trade/preview-subscription",
    ...["/api/vue/trade/subscribe", "/api/vue/trade/draw"],
    ...["/api/vue/trade/product", "/api/vue/trade/product-trades"],
    ...["/api/vue/trade/preview-follow", "/api/vue/trade/follow"],
  ];
  /** Their own secrets, so that the record alone is what is not theirs. */
  const rightOf = ({ required }: DescribedCall) =>
    Object.fromEntries(
      Object.entries({ login_password: testPassword, fund_password: testFundPassword }).filter(
        ([name]) => required.includes(name),
      ),
    );
  /** Of several ways the one that names a record: a wrong password beside it would answer first. */
  const waysByRecord: Record<string, readonly string[]> = {
    "/api/vue/user/prove": ["challenge_id", "response"],
  };
  const formFor = (one: DescribedCall, id: string) => {
    const form = { ...soundForm(one), ...rightOf(one), [idField(one) ?? ""]: id };
    const way = waysByRecord[one.url];
    if (way === undefined) return form;
    return Object.fromEntries(Object.entries(form).filter(([name]) => way.includes(name)));
  };
  const ask = async (one: DescribedCall, id: string, customer: SignedIn) => {
    const answer = await sendForm(one, formFor(one, id), customer);
    return { code: answer.statusCode, body: answer.json() as unknown };
  };
  const idField = ({ url, fields }: DescribedCall) =>
    everybodys.includes(url)
      ? undefined
      : fields.find((field) => /^ids?$|_ids?$/.test(field) && field !== "request_id");

  it.each(byUrl(customerCalls.filter((one) => idField(one) !== undefined)))(
    "%s",
    async (url, one) => {
      const { owned, none } = named()[url] ?? { owned: [], none: "" };
      expect(owned, "name the owner's record of this call above").not.toEqual([]);
      const before = await pictureOf(app.context.database.reader);
      const asked = (id: string) => ask(one, id, stranger);
      for (const id of owned) expect(await asked(id)).toEqual(await asked(none));
      expect(await pictureOf(app.context.database.reader)).toEqual(before);
    },
  );

  /** Begins with no customer, so that there is no owner to hear anything else. */
  const ownersNone = "/api/vue/user/passkey-sign-in";
  // Ends the owner's session: after all others.
  const isLast = ({ url }: DescribedCall) => url === "/api/vue/user/revoke-session";

  it("and not because something else was wrong: its owner hears something else each time", async () => {
    const tried = customerCalls
      .filter((one) => idField(one) !== undefined && one.url !== ownersNone)
      .toSorted((one, other) => Number(isLast(one)) - Number(isLast(other)));
    const blind: string[] = [];
    for (const one of tried) {
      const { owned, none } = named()[one.url] ?? { owned: [], none: "" };
      const unknown = JSON.stringify(await ask(one, none, owner));
      for (const id of owned) {
        if (JSON.stringify(await ask(one, id, owner)) === unknown) blind.push(one.url);
      }
    }
    expect(blind).toEqual([]);
  });
});

it("a request that was answered is answered the same, whatever limit was reached since", async () => {
  const once = customerCalls.filter(({ fields }) => fields.includes("request_id"));
  // Its refusals are kept under no id, and the owner has all the cards that one can have.
  const addCard = "/api/vue/user/add-bank-card";
  const by = ({ url }: DescribedCall) => (url === addCard ? stranger : owner);
  // The last test above has ended the owner's session.
  const { reader } = app.owner;
  await sql`UPDATE session SET revoked_at = NULL`.execute(reader);
  const asked: { one: DescribedCall; fields: Record<string, unknown>; answer: string }[] = [];
  for (const one of once) {
    const number = one.url === addCard ? { card_number: "7654321" } : {};
    const fields = { ...soundForm(one), ...number, request_id: newRequestId() };
    asked.push({ one, fields, answer: (await sendForm(one, fields, by(one))).body });
  }
  expect(asked.filter(({ answer }) => answer.includes("sign_in_again"))).toEqual([]);
  await sql`CREATE FUNCTION reach_limit() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN NEW.tries := 1000000; RETURN NEW; END $$`.execute(reader);
  await sql`CREATE TRIGGER every_limit_is_reached BEFORE INSERT OR UPDATE ON try_counter
    FOR EACH ROW EXECUTE FUNCTION reach_limit()`.execute(reader);
  const others: string[] = [];
  for (const { one, fields, answer } of asked) {
    const { body } = await sendForm(one, fields, by(one));
    if (body !== answer) others.push(`${one.url}: ${answer}, and then ${body}`);
  }
  const subscribe = asked.find(({ one }) => one.url.endsWith("/trade/subscribe"));
  if (subscribe === undefined) throw new Error("nobody subscribed");
  const again = { ...subscribe.fields, request_id: newRequestId() };
  const { body: refused } = await sendForm(subscribe.one, again, owner);
  await sql`DROP TRIGGER every_limit_is_reached ON try_counter`.execute(reader);
  expect(others).toEqual([]);
  // A request that is new hears of the limit.
  expect(refused).toContain("submit_too_frequent");
});
