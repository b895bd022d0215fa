import { beforeAll, describe, expect, it, vi } from "vitest";
import {
  byUrl,
  leftAble,
  sendForm,
  soundForm,
  tryEach,
  unchanged,
} from "../../../tests/support/customers-forms.ts";
import { prepareCustomersCalls, tried } from "../../../tests/support/customers-records.ts";
import {
  customerCalls,
  faultOf,
  formOf,
  pictureOf,
  type DescribedCall,
  type Sent,
} from "../../../tests/support/every-call.ts";
import {
  newRequestId,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../tests/support/test-application.ts";
import { testFundPassword } from "../../../tests/support/test-money.ts";
import { sql } from "./platform/sql/database.ts";

/** Every call of the contract, made by those who may not make it, with records of others, and once more. */
prepareCustomersCalls();
let app: TestApplication;
let owner: SignedIn;
let stranger: SignedIn;
let records: ReturnType<typeof tried>["records"];
beforeAll(() => {
  ({ app, owner, stranger, records } = tried());
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

leftAble();

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
    records.alert = made.id;
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
