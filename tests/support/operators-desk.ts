import { operatorCalls, operatorRoles, type OperatorRole } from "@sanshi/contract";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { readAuditHead } from "../../apps/server/src/platform/audit-log.ts";
import { rows, sql } from "../../apps/server/src/platform/sql/database.ts";
import { faultOf, operatorsCalls, type DescribedCall } from "./every-call.ts";
import {
  newRequestId,
  startTestApplication,
  testInvitationCode,
  testOperator,
  type SignedIn,
  type TestApplication,
} from "./test-application.ts";
import { testBlock } from "./test-blocks.ts";
import { testProduct } from "./test-copy-products.ts";
import { testOffering } from "./test-offerings.ts";
import { firstOperator, newOperator, type OperatorSession } from "./test-operators.ts";

/** An application with an operator of each role, for tests that go through every operators' call. */
type OperatorsDesk = {
  app: TestApplication;
  admin: OperatorSession;
  other: OperatorSession;
  disabled: OperatorSession;
  signedOut: OperatorSession;
  customer: SignedIn;
  byRole: Map<OperatorRole, OperatorSession>;
};

/** Filled before the first test of the file. */
export function startOperatorsDesk(): OperatorsDesk {
  const desk = { byRole: new Map() } as OperatorsDesk;
  beforeAll(async () => {
    desk.app = await startTestApplication();
    const { app } = desk;
    desk.admin = await firstOperator(app);
    for (const role of operatorRoles) desk.byRole.set(role, await newOperator(app, role));
    desk.other = desk.byRole.get("administrator")!;
    const gone = await newOperator(app, "administrator");
    desk.disabled = gone;
    desk.signedOut = await newOperator(app, "viewer");
    await sendAs(desk, find("/api/ops/sign-out"), {}, desk.signedOut);
    desk.customer = await app.newCustomer();
    // What waits keeps the calls from proposing it.
    await sendAs(desk, find("/api/ops/single-approval"), { on: true }, desk.admin);
    await sql`UPDATE operator SET disabled_at = real_now()
      WHERE id = ${gone.id}::bigint`.execute(app.owner.reader);
  });
  beforeEach(async () => {
    await sql`DELETE FROM try_counter`.execute(desk.app.context.database.reader);
  });
  afterAll(() => desk.app.stop());
  return desk;
}

/** What a field may hold; a call whose field of this name means something else says so below. */
const usual: Record<string, unknown> = {
  // Nobody has this account, this record: what is asked for is refused by its last rule.
  account: "0000000009",
  id: "999999999",
  email: testOperator.email,
  password: "not the pass phrase",
  old_password: "not the pass phrase",
  new_password: "a pass phrase of my own",
  new_password2: "a pass phrase of my own",
  code: "123456",
  challenge_id: newRequestId(),
  response: { id: "AAAA" },
  name: "Laptop",
  role: "viewer",
  state: "active",
  reason: "matter_resolved",
  note: "for the colleagues",
  decision: "approve",
  q: "000",
  sort: "newest",
  claimed: "mine",
  limit: "10",
  ledger_account: "999999999",
  bank_reference: "MT103-1",
  which: "live",
  currency: "JPY",
  postings: [
    { owner: "customer", purpose: "available", amount: "5" },
    { owner: "house", purpose: "corrections", amount: "-5" },
  ],
  inviter: "0000000009",
  request_id: newRequestId(),
  operator: testOperator.email,
  subject: "0000000009",
  path: "/api/ops/customers",
  review: "overdue",
  seen: "7",
  changes: "only",
  // Of a queue that everybody who hands over decides too.
  queue: "deposits",
  list: "/api/ops/journals",
  days: "7",
  outcome: "ok",
  from: "2026-01-02T03:04:05Z",
  to: "2036-01-02T03:04:05Z",
  format: "csv",
  type: "jpy",
  audience: "accounts",
  accounts: ["0000000009"],
  texts: {
    jp: { title: "お知らせ", body: "本文" },
    cn: { title: "公告", body: "正文" },
    us: { title: "Notice", body: "Text" },
  },
  leverages: "",
  short_offered: "market_rules",
  names: { jp: "新会社", cn: "新公司", us: "New" },
  search_terms: ["しんがいしゃ"],
  sector: "technology",
  credit_limit: "100",
};

const templateForm = { template: "999999999", values: {}, record: "999999999" };

const own: Record<string, Record<string, unknown>> = {
  // It would take the place of one that nobody has.
  "/api/ops/deposit-channels/propose": {
    replaces: "999999999",
    closes: false,
    position: 1,
    hours: "00:00-24:00",
    days: "every",
    name: { jp: "振込", cn: "转账", us: "Transfer" },
    instructions: { jp: "", cn: "", us: "" },
    account_name: "SANSHI",
    account_number: "1234567",
    bank_name: "BANK",
    branch_name: "MAIN",
    minimum: "1",
    maximum: "1000",
  },
  // Nobody has this template.
  "/api/ops/message-templates": { place: "deposits" },
  "/api/ops/message-templates/propose": { place: "deposits", replaces: "999999999" },
  "/api/ops/customers/:account/templates/preview": templateForm,
  "/api/ops/customers/:account/templates/send": { ...templateForm, case_number: "ABCD-EFGH" },
  "/api/ops/operators/:id/state": { state: "disabled" },
  "/api/ops/cases/:queue/:id/comments/add": { body: "Called the bank." },
  "/api/ops/cases/:queue/:id/hand-over": { to: "999999999", body: "You know them." },
  // It would take the place of one that nobody has.
  "/api/ops/me/lists/view": { replaces: "999999999", search: "state=all" },
  "/api/ops/me/lists/columns": { hidden: [] },
  "/api/ops/stock-ends/propose": {
    kind: "delisted",
    last_trading_day: "2099-01-05",
    cash_price: "100",
    document_address: "https://example.com/notice.pdf",
  },
  "/api/ops/lists/export": { filter: "state=all" },
  "/api/ops/single-approval": { on: true },
  "/api/ops/me/passkeys/remove": { id: newRequestId() },
  "/api/ops/invitations": { state: "all" },
  "/api/ops/invitations/create": { code: testInvitationCode },
  "/api/ops/invitations/:code/withdraw": { code: "NOBODYS" },
  "/api/ops/trading-halts": { state: "all" },
  "/api/ops/trading-halts/create": {
    scope: "instrument",
    type: "jpy",
    code: "0000",
    closing_allowed: true,
    ends_in_minutes: 60,
    reason: "technical_fault",
  },
  "/api/ops/trading-halts/:id/renew": { ends_in_minutes: 60, reason: "technical_fault" },
  "/api/ops/customers/:account/notes/add": { body: "Called back." },
  "/api/ops/conversations": { state: "waiting" },
  "/api/ops/conversations/:account/reply": { body: "Thank you.", article: "fees" },
  "/api/ops/conversations/:account/assign": { to: "me" },
  "/api/ops/conversations/:account/state": { state: "closed" },
  "/api/ops/simulation/clock": { advance_seconds: 0 },
  "/api/ops/books/daily": { from: "2026-11-01", to: "2026-11-20" },
  "/api/ops/books/export": { which: "trial_balance", from: "2026-11-01", to: "2026-11-20" },
  "/api/ops/books/bank-movements": { state: "open" },
  // Without its columns nothing is read of it.
  "/api/ops/books/bank-movements/import": { file_name: "november.csv", text: "a,b" },
  "/api/ops/books/bank-movements/:id/match": { record_id: "999999999" },
  "/api/ops/payment-files/make": {
    format: "zengin",
    approved_through: "2026-11-20",
    transfer_on: "2026-11-20",
    payer: {
      code: "0001234567",
      name: "サンシ",
      bank: "0005",
      branch: "001",
      account_type: "ordinary",
      account: "1234567",
    },
  },
  "/api/ops/payment-files/:id/answer": { file_name: "result.txt", text: "" },
  // As it is already.
  "/api/ops/site/propose": {
    name: "withdrawals_under_review_max",
    value: "20",
    reason: "risk_limited",
  },
  "/api/ops/instruments/offer": { type: "jpy", code: "7203" },
  "/api/ops/instruments": { type: "jpy" },
  // It is carried already.
  "/api/ops/instruments/add": {
    type: "usd",
    code: "AAPL",
    exchange: "NASDAQ",
    listed_on: "2020-01-06",
  },
  "/api/ops/instruments/names": { type: "jpy", code: "0000" },
  "/api/ops/instruments/change": {
    type: "jpy",
    code: "0000",
    new_code: "0001",
    effective_on: "2099-01-05",
  },
  "/api/ops/instruments/terms": { type: "jpy", code: "0000", lot_size: "10", offered: true },
  "/api/ops/customers/:account/credit-limit": { type: "jpy" },
  "/api/ops/customers/:account/state": { closing_barred_hours: 4, review_in_days: 7 },
  // Nothing is changed backwards.
  "/api/ops/fees/propose": {
    type: "jpy",
    valid_from: "2026-01-02",
    rate: "0.055",
    minimum: "99",
    maximum: "1000",
    reason: "costs_changed",
  },
  "/api/ops/fees/withdraw": { type: "jpy", valid_from: "2026-01-02", reason: "costs_changed" },
  // A notice without a day.
  "/api/ops/calendars/read": { type: "cny", year: 2027, text: "notice" },
  "/api/ops/calendars/propose": {
    ...{ type: "cny", year: 2027, text: "notice", title: "notice" },
    ...{ address: "https://www.sse.com.cn/", published_on: "2026-12-22", confirmed: [] },
  },
  "/api/ops/calendars/close": {
    type: "jpy",
    date: "2019-01-04",
    from: "09:30",
    reason: "mourning",
  },
  // Long gone.
  "/api/ops/calendars/allow-expected": { type: "cny", year: 2019 },
  "/api/ops/news/save": { type: "jpy" },
  "/api/ops/intraday/square-off": { type: "jpy", day: "2026-11-20", result: "carried" },
  "/api/ops/intraday/trades": { type: "jpy", day: "2026-11-20", state: "trading", side: "long" },
  "/api/ops/intraday/export": {
    ...{ type: "jpy", which: "trades", day: "2026-11-20" },
    ...{ state: "trading", side: "long" },
  },
  // Of a draft that there is not.
  "/api/ops/block-offers/draft": { form: testBlock(Date.parse("2026-01-02T03:04:05Z")) },
  "/api/ops/offerings/draft": { form: testOffering(Date.parse("2026-01-02T03:04:05Z")) },
  "/api/ops/offerings/:id/price": { price: "1000" },
  // It is no PDF.
  "/api/ops/offerings/prospectus": { content: "dGV4dA==" },
  "/api/ops/prospectuses/:sha256": { sha256: "0".repeat(64) },
  // Its deadline is over.
  "/api/ops/copy-products/:id/replay": { number: "1" },
  "/api/ops/copy-products/propose": { form: testProduct(Date.parse("2020-01-02T03:04:05Z")) },
  "/api/ops/copy-products/:id/wind-down": { at: "2036-01-02T03:04:05Z" },
};

/** A form with which nothing is wrong, but that nothing comes of. */
export function soundForm({ url, fields }: DescribedCall): Record<string, unknown> {
  const known = Object.fromEntries(
    fields.filter((field) => field !== "cursor").map((field) => [field, usual[field]]),
  );
  if (/^\/api\/ops\/[a-z-]+$/.test(url) && "state" in known && !(url in own)) {
    // A queue's list knows other states than an account does.
    const isQueue = Object.hasOwn(operatorCalls, `${url}/:id/decision`);
    known["state"] = isQueue ? "all" : usual["state"];
  }
  return { ...known, ...own[url] };
}

type Sending = { form?: unknown; raw?: string | Buffer; type?: string; query?: string };

export const methodOf = ({ call }: DescribedCall) => ("method" in call ? call.method : "POST");
export const gapsOf = (url: string) => [...url.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
const find = (url: string) => operatorsCalls.find((one) => one.url === url)!;

export async function sendAs(
  { app }: OperatorsDesk,
  one: DescribedCall,
  form: Record<string, unknown>,
  session: Record<string, string>,
  more: Sending = {},
) {
  const rest = { ...form };
  const url = one.url.replaceAll(/:(\w+)/g, (_gap, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value));
  });
  const isRead = methodOf(one) === "GET";
  const query = more.query ?? queryOf(rest);
  return app.context.http.fastify.inject({
    // Each call from a network of its own: of one that asks without a session too often in a minute nothing is heard.
    remoteAddress: `10.0.${operatorsCalls.findIndex((call) => call.url === one.url)}.1`,
    method: methodOf(one),
    url: isRead && query !== "" ? `${url}?${query}` : url,
    headers: { ...(!isRead && { "content-type": more.type ?? "application/json" }), ...session },
    ...(!isRead && { payload: more.raw ?? JSON.stringify("form" in more ? more.form : rest) }),
  });
}

export function queryOf(fields: Record<string, unknown>): string {
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, text(value)]),
  ).toString();
}

export type Tried = readonly [
  name: string,
  answer: () => ReturnType<typeof sendAs>,
  codes: readonly number[],
];

/** As many calls at once as a machine of two cores answers without a queue. */
const atOnce = 8;

/** Attempts each, and expects the code and an entry of the log with the same outcome. */
export async function tryEach(
  { app }: OperatorsDesk,
  one: DescribedCall,
  attempts: readonly Tried[],
): Promise<void> {
  const reader = app.context.database.reader;
  const { number: first } = await readAuditHead(reader);
  const faults: string[] = [];
  const outcomes: string[] = [];
  for (let index = 0; index < attempts.length; index += atOnce) {
    const group = attempts.slice(index, index + atOnce);
    await Promise.all(group.map((tried) => tryOne(one, tried, { faults, outcomes })));
  }
  expect(faults).toEqual([]);
  const entries = await rows(
    reader,
    sql<{ path: string; outcome: string }>`SELECT path, outcome FROM audit_entry
      WHERE number > ${first}`,
  );
  expect(entries.map(({ outcome }) => outcome).sort()).toEqual(outcomes.sort());
  expect(entries.every(({ path }) => path === one.url)).toBe(true);
}

async function tryOne(
  one: DescribedCall,
  [name, answer, codes]: Tried,
  { faults, outcomes }: { faults: string[]; outcomes: string[] },
): Promise<void> {
  const received = await answer();
  const isFile = !String(received.headers["content-type"]).startsWith("application/json;");
  const mayBeFile = "answersFile" in one.call && one.call.answersFile;
  if (isFile && !mayBeFile) faults.push(`${name}: a file came`);
  const fault = isFile ? null : faultOf(one.call, received);
  if (fault !== null) faults.push(`${name}: ${fault}`);
  else if (!codes.includes(received.statusCode)) {
    faults.push(`${name}: answered ${received.statusCode} ${received.body.slice(0, 200)}`);
  }
  outcomes.push(isFile ? "ok" : (received.json() as { msg: string }).msg);
}

export const byUrl = (described: readonly DescribedCall[]) =>
  described.map((one) => [one.url, one] as const);
