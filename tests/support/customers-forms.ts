import { screenBounds } from "@sanshi/contract";
import { describe, expect, it } from "vitest";
import { rows, sql } from "../../apps/server/src/platform/sql/database.ts";
import { card, tried } from "./customers-records.ts";
import {
  expectNoFault,
  expectUnchanged,
  formOf,
  sendTo,
  type Attempt,
  type DescribedCall,
  type Sent,
} from "./every-call.ts";
import {
  newRequestId,
  testInvitationCode,
  testPassword,
  type SignedIn,
} from "./test-application.ts";
import { testFundPassword } from "./test-money.ts";

/** What a field may hold; a call whose field of this name means something else says so below. */
function usualValue(field: string): string | undefined {
  const { owner, records } = tried();
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

const preferences: Record<string, Record<string, unknown>> = {
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
};

function ownValues(url: string): Record<string, unknown> {
  const { records, photo } = tried();
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
    ...preferences,
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
export function soundForm({ url, fields }: DescribedCall): Record<string, unknown> {
  const known = Object.fromEntries(fields.map((field) => [field, usualValue(field)]));
  return { ...known, ...ownValues(url) };
}

export const byUrl = (described: readonly DescribedCall[]) =>
  described.map((one) => [one.url, one] as const);

export const send = (one: DescribedCall, sent: Sent) => sendTo(tried().app, one, sent);
export const tryEach = (one: DescribedCall, attempts: readonly Attempt[]) =>
  expectNoFault(tried().app, one, attempts);
export const unchanged = () => expectUnchanged(() => tried().app);

export function sendForm(one: DescribedCall, fields: Record<string, unknown>, customer: SignedIn) {
  const { type, payload } = formOf(one, Object.entries(fields));
  return send(one, { headers: { ...type, ...credentialsOf(customer) }, payload });
}

export const credentialsOf = ({ token, account }: SignedIn) => ({ token, account });

/** Registers the test that the attempts above it have left the customer as free as before. */
export function leftAble(): void {
  describe("the attempts above", () => {
    it("left the customer able to do what was refused", async () => {
      const { app, owner, records } = tried();
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
}
