import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { minor, negateMinor } from "@sanshi/money";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  firstOperator,
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { forgetSettings, setSetting, testPhoto } from "../../../../../tests/support/test-money.ts";
import {
  newRequestId,
  startTestApplication,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { decideUnwitnessed } from "../../../../../tests/support/tampering.ts";
import { accountKey, customerAccounts, houseAccount, postTransfer } from "../../ledger/ledger.ts";
import { countAttemptAt } from "../../platform/rate-limits.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import { ensureSimulatedChannels } from "./simulated-channels.ts";

let app: TestApplication;
let operator: OperatorSession;
let customer: SignedIn;
let channel: { JPY: string; USD: string };
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
  const { channels } = await app.accepted("/user/deposit-channels", {}, await app.newCustomer());
  const idOf = (currency: string) => channels.find((one) => one.currency === currency)?.id ?? "";
  channel = { JPY: idOf("JPY"), USD: idOf("USD") };
});
beforeEach(async () => {
  await forgetSettings(app);
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

type Form = { channel_id: string; amount: string; receipt: File; request_id: string };

async function formOf(more: Partial<Form> = {}): Promise<Form> {
  return {
    channel_id: channel.JPY,
    amount: "50000",
    receipt: await testPhoto(),
    request_id: newRequestId(),
    ...more,
  };
}
const deposit = async (more?: Partial<Form>, who = customer) =>
  app.accepted("/user/deposit", await formOf(more), who);
const refused = async (more?: Partial<Form>, who = customer) =>
  app.refused("/user/deposit", await formOf(more), who);
const list = async (who = customer) => (await app.accepted("/user/depositlist", {}, who)).items;
const yen = async (who = customer) => (await app.accepted("/user/getUserinfo", {}, who)).jpy;
const decide = (id: string, decision: "approve" | "reject", reason?: string, who = operator) =>
  opsRefused(
    app,
    "/api/ops/deposits/:id/decision",
    { id, decision, ...(reason && { reason }) },
    who,
  );

async function signInAgain(who: SignedIn): Promise<SignedIn> {
  return app.accepted("/user/login", { account: who.account, password: testPassword });
}

describe("the channels", () => {
  it("of a simulated instance are one a currency, and say that they do not exist", async () => {
    const { channels, reference, pending } = await app.accepted(
      "/user/deposit-channels",
      {},
      customer,
    );
    expect(channels).toHaveLength(9);
    expect(channels.every(({ simulated }) => simulated)).toBe(true);
    expect(channels.some((channel) => channel.written_by_staff)).toBe(false);
    expect(channels[0]).toMatchObject({
      currency: "JPY",
      minimum: "1",
      maximum: "10000000000",
      closes: false,
      takes_deposits: true,
      hours: { from: "00:00", to: "24:00", days: "business" },
    });
    expect(channels[0]?.instructions.us).toContain("Do not send real money");
    expect(reference).toMatch(/^S[A-Z2-9]{5,}$/);
    expect(pending).toBeNull();
    const dollars = await app.accepted("/user/deposit-channels", { currency: "USD" }, customer);
    expect(dollars.channels.map(({ maximum }) => maximum)).toEqual(["500000.00"]);
  });

  it("of a simulated instance are not made again when it starts again", async () => {
    await ensureSimulatedChannels(app.context);
    const { channels } = await app.accepted("/user/deposit-channels", {}, customer);
    expect(channels).toHaveLength(9);
  });

  it("are none on a live instance, where nobody has made one", async () => {
    const live = await startTestApplication({}, { feedKind: "live" });
    const { channels } = await live.accepted(
      "/user/deposit-channels",
      {},
      await live.newCustomer(),
    );
    expect(channels).toEqual([]);
    await live.stop();
  });
});

describe("a deposit", () => {
  it("is told of, reviewed, and books the money that comes from the bank", async () => {
    const told = await deposit();
    expect(told).toMatchObject({ status: 0, money: "50000", currency: "JPY", rejection: null });
    expect(told.timeline.map(({ step }) => step)).toEqual(["submitted", "under_review"]);
    expect(await yen()).toBe("1000000");
    const { items } = await opsAccepted(
      app,
      "/api/ops/deposits",
      { q: customer.account },
      operator,
    );
    expect(items[0]).toMatchObject({
      number: told.number,
      amount: "50000",
      reference: told.reference,
      state: "open",
    });
    expect(await decide(told.id, "approve")).toBe("ok");
    expect(await yen()).toBe("1050000");
    const [shown] = await list();
    expect(shown).toMatchObject({ status: 1, number: told.number });
    expect(shown?.timeline.at(-1)).toMatchObject({ step: "approved", at: shown?.decided_at });
    const { items: messages } = await app.accepted("/user/messages", {}, customer);
    expect(messages[0]).toMatchObject({
      kind: "deposit_approved",
      params: { amount: "50000", currency: "JPY", number: told.number },
    });
    const { items: records } = await app.accepted(
      "/user/fund-records",
      { kind: "deposit" },
      customer,
    );
    expect(records).toMatchObject([
      { kind: "deposit", amount: "50000", order_number: told.number },
    ]);
    const { postings } = await app.accepted(
      "/user/fund-record",
      { id: records[0]?.id ?? "" },
      customer,
    );
    expect(postings.map(({ purpose, amount: moved }) => [purpose, moved])).toEqual([
      ["available", "50000"],
      ["bank", "-50000"],
    ]);
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it("is due when it was promised, whatever the setting says later", async () => {
    await setSetting(app, "deposit_review_minutes", "60");
    const { number, submitted_at, promised_by } = await deposit();
    const { channels } = await app.accepted("/user/deposit-channels", {}, customer);
    // Counted from the opening of the channel's hours, as on a bank holiday.
    const { hours } = channels.find(({ id }) => id === channel.JPY)!;
    const from = hours.open ? submitted_at : (hours.opens_at ?? "");
    const promised = new Date(Date.parse(from) + 3_600_000).toISOString();
    expect(promised_by).toBe(promised);
    const caseOf = async () =>
      (await opsAccepted(app, "/api/ops/deposits", { q: number, sort: "due" }, operator)).items[0];
    expect(await caseOf()).toMatchObject({ due_at: promised, overdue: false });
    await setSetting(app, "deposit_review_minutes", "10080");
    expect(await caseOf()).toMatchObject({ due_at: promised });
    await app.advance(Math.ceil((Date.parse(promised) - app.context.clock.now()) / 1_000) + 100);
    expect(await caseOf()).toMatchObject({ due_at: promised, overdue: true });
    await expect(
      sql`UPDATE deposit SET due_at = due_at + interval '1 day'`.execute(
        app.context.database.reader,
      ),
    ).rejects.toThrow("stays");
  });

  it("is found again by its number and its reference", async () => {
    const { number, reference } = await deposit();
    for (const q of [number, number.toLowerCase(), reference]) {
      const { items } = await opsAccepted(app, "/api/ops/deposits", { q }, operator);
      expect(items.map((item) => item.number)).toEqual([number]);
    }
  });

  it("that is rejected says why, books nothing, and makes room for another", async () => {
    const { id } = await deposit();
    expect(await refused()).toBe("pending_deposit_exists");
    expect(await decide(id, "reject")).toBe("reason_required");
    expect(await decide(id, "reject", "amount_differs")).toBe("ok");
    expect(await decide(id, "approve")).toBe("review_already_decided");
    expect(await yen()).toBe("1000000");
    expect((await list())[0]).toMatchObject({
      status: 2,
      rejection: { code: "amount_differs", words: "" },
    });
    expect(await refused()).toBe("ok");
  });

  it("is rejected by a code alone, which the customer reads in their language", async () => {
    const { id } = await deposit();
    const own = "The sender's bank called the money back.";
    expect(await decide(id, "reject", own)).toBe("reason_code_required");
    expect((await list())[0]?.rejection).toBeNull();
    expect(await decide(id, "reject", "payment_not_received")).toBe("ok");
    expect((await list())[0]?.rejection).toEqual({ code: "payment_not_received", words: "" });
  });

  it("that is booked, and no other, tells the customer's screens that the balance changed", async () => {
    const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
    const heard: string[] = [];
    app.context.events.subscribe((id, { kind }) => {
      if (id === customerId) heard.push(kind);
    });
    const { id: rejected } = await deposit();
    await decide(rejected, "reject", "amount_differs");
    await expect.poll(() => heard).toContain("message");
    expect(heard).not.toContain("balance_changed");
    const { id } = await deposit();
    await decide(id, "approve");
    await expect.poll(() => heard).toContain("balance_changed");
  });

  it("is not told of a twenty-first time in an hour, up to the hour's last minute", async () => {
    const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
    const { reader } = app.context.database;
    const key = `deposit:${customerId}`;
    for (let sent = 0; sent < 19; sent += 1) await countAttemptAt(reader, key, 60);
    await sql`UPDATE try_counter SET window_started_at = real_now() - interval '59 minutes'
      WHERE key = ${key}`.execute(reader);
    const { id } = await deposit();
    await decide(id, "reject", "amount_differs");
    expect(await refused()).toBe("submit_too_frequent");
  });

  it.each<[string, Partial<Form>]>([
    ["channel_not_found", { channel_id: "999999" }],
    ["amount_not_positive", { amount: "0" }],
    ["amount_not_positive", { amount: "-5" }],
    ["amount_too_precise", { amount: "100.5" }],
    ["amount_above_maximum", { amount: "10000000001" }],
    ["photo_type_not_accepted", { receipt: new File(["MZ"], "receipt.jpg") }],
    ["photo_type_not_accepted", { receipt: new File(["<svg/>"], "receipt.svg") }],
  ])("is refused with %s", async (code, more) => {
    expect(await refused(more)).toBe(code);
    expect(await list()).toEqual([]);
  });

  it("keeps to the limits that an operator sets, and to a channel's own", async () => {
    await setSetting(
      app,
      "deposit_minimum",
      "JPY:1000,USD:1,CNY:1,HKD:1,TWD:1,KRW:1,THB:1,MYR:1,VND:1",
    );
    const answer = await app.post("/user/deposit", await formOf({ amount: "999" }), customer);
    expect(answer.body).toMatchObject({
      msg: "amount_below_minimum",
      params: { min: "1000", currency: "JPY" },
    });
    const set = (minimum: number | null) =>
      decideUnwitnessed(
        app,
        "deposit_channel",
        sql`UPDATE deposit_channel SET minimum = ${minimum} WHERE id = ${channel.JPY}`,
      );
    await set(500);
    expect(await refused({ amount: "999" })).toBe("ok");
    await set(null);
  });

  it("waits for its channel to open where the channel closes", async () => {
    const set = (closes: boolean, hours: readonly [string, string]) =>
      decideUnwitnessed(
        app,
        "deposit_channel",
        sql`UPDATE deposit_channel SET closes = ${closes}, days = 'every', hours_from = ${hours[0]},
          hours_to = ${hours[1]} WHERE id = ${channel.USD}`,
      );
    const now = new Date(app.context.clock.now() + 9 * 3_600_000).getUTCHours();
    const later = String((now + 12) % 24).padStart(2, "0");
    const said = async () =>
      (await app.accepted("/user/deposit-channels", { currency: "USD" }, customer)).channels[0];
    // What the screen says of it, and what it does, are the same both ways.
    await set(true, [`${later}:00`, `${later}:30`]);
    expect(await said()).toMatchObject({ closes: true, takes_deposits: false });
    expect(await refused({ channel_id: channel.USD })).toBe("channel_closed");
    await set(false, [`${later}:00`, `${later}:30`]);
    expect(await said()).toMatchObject({ closes: false, takes_deposits: true });
    expect(await refused({ channel_id: channel.USD })).toBe("ok");
    await set(true, ["00:00", "24:00"]);
    expect(await said()).toMatchObject({ closes: true, takes_deposits: true });
    await set(false, ["00:00", "24:00"]);
  });

  it("is nobody else's: a stranger sees none of it", async () => {
    await deposit();
    const stranger = await app.newCustomer();
    expect(await list(stranger)).toEqual([]);
    const { pending } = await app.accepted("/user/deposit-channels", {}, stranger);
    expect(pending).toBeNull();
  });

  it("repays first what a closing left unpaid", async () => {
    const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
    await app.context.database.transaction(async (transaction) => {
      const accounts = await customerAccounts(transaction, customerId);
      const market = await houseAccount(transaction, "JPY", "market");
      const debt = accounts.get(accountKey("JPY", "shortfall_debt")) ?? 0n;
      await postTransfer(transaction, {
        kind: "test",
        causeId: 1n,
        happenedAt: app.context.clock.now(),
        currency: "JPY",
        entries: [
          { accountId: debt, amount: minor(-30_000n) },
          { accountId: market, amount: negateMinor(minor(-30_000n)) },
        ],
      });
    });
    const { id } = await deposit();
    expect(await decide(id, "approve")).toBe("ok");
    expect(await yen()).toBe("1020000");
    const [balance] = await rows(
      app.context.database.reader,
      sql<{
        balance: bigint;
      }>`SELECT balance FROM ledger_balance JOIN ledger_account a ON a.id = account_id
        WHERE a.customer_id = ${customerId} AND purpose = 'shortfall_debt' AND currency = 'JPY'`,
    );
    expect(balance?.balance).toBe(0n);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a deposit's row", () => {
  it("says nothing that cannot be, even by hand", async () => {
    const { id } = await deposit();
    const changes = [
      // Decided without a time, and a time without a decision.
      ...["status = 1", "decided_at = real_now()"],
      // Rejected without a reason, approved for one, and a state that there is not.
      "status = 2, decided_at = real_now()",
      "status = 1, decided_at = real_now(), reason_code = 'other'",
      "status = 3, decided_at = real_now()",
      ...["promised_by = NULL", "delay_reason = 'busy'", "amount = 0"],
    ];
    for (const change of changes) {
      const changed = app.owner.pool.query(`UPDATE deposit SET ${change} WHERE id = $1`, [id]);
      await expect(changed, change).rejects.toThrow("violates check constraint");
    }
  });

  it("is the only one of its customer that waits, even by hand", async () => {
    const { id } = await deposit();
    const columns = `customer_id, channel_id, currency, amount, reference, receipt_document_id,
      submitted_at, promised_by, due_at`;
    const again = () =>
      app.owner.pool.query(
        `INSERT INTO deposit (${columns}) SELECT ${columns} FROM deposit WHERE id = $1`,
        [id],
      );
    await expect(again()).rejects.toThrow("deposit_one_pending");
    await decide(id, "reject", "amount_differs");
    await again();
    expect((await list()).map(({ status }) => status)).toEqual([0, 2]);
  });
});

describe("a request id", () => {
  it("gets its first answer again, also after the deposit went on", async () => {
    const form = await formOf();
    const first = await app.accepted("/user/deposit", form, customer);
    expect(await app.accepted("/user/deposit", form, customer)).toEqual(first);
    await decide(first.id, "approve");
    expect(await app.accepted("/user/deposit", form, customer)).toEqual(first);
    expect(await yen()).toBe("1050000");
    expect(await refused({ ...form, amount: "50001" })).toBe("request_id_reused");
    expect(await refused({ ...form, receipt: await testPhoto() })).toBe("request_id_reused");
  });

  it("keeps a refusal, so that a late retry takes no effect", async () => {
    const form = await formOf({ amount: "0" });
    expect(await refused(form)).toBe("amount_not_positive");
    const bad = await formOf({ receipt: new File(["x"], "x.jpg") });
    expect(await refused(bad)).toBe("photo_type_not_accepted");
    expect(await refused(bad)).toBe("photo_type_not_accepted");
    const { id } = await deposit();
    const late = await formOf();
    expect(await refused(late)).toBe("pending_deposit_exists");
    await decide(id, "reject", "amount_differs");
    expect(await refused(late)).toBe("pending_deposit_exists");
    expect(await list()).toHaveLength(1);
  });
});

describe("at once", () => {
  it("one request from many devices tells of one deposit", async () => {
    const devices = await Promise.all(Array.from({ length: 4 }, () => signInAgain(customer)));
    const form = await formOf();
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all(
        devices.map(async (device) => (await app.post("/user/deposit", form, device)).body),
      );
      const done = answers.filter((answer) => answer.status === 1).map((answer) => answer.data);
      expect(new Set(done.map((one) => JSON.stringify(one))).size).toBe(1);
      for (const answer of answers) expect(["ok", "overloaded"]).toContain(answer.msg);
    }
    expect(await list()).toHaveLength(1);
  });

  it("many requests leave one deposit and one receipt", async () => {
    const { customerId } = (await app.context.sessions.resolve(customer.token, customer.account))!;
    const { submitDeposit } = await import("./deposits.ts");
    const folder = join(app.context.settings.dataDir, "documents");
    const before = (await readdir(folder)).length;
    const who = { customerId, account: customer.account, sessionId: "", state: "active" as const };
    // Past the door's one upload a customer, which would hide the race.
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const { channel_id: id, amount, receipt, request_id: requestId } = await formOf();
        return submitDeposit(
          app.context,
          who,
          { channelId: BigInt(id), amount, receipt },
          requestId,
        );
      }),
    );
    const codes = outcomes.map((outcome) => (outcome.ok ? "ok" : outcome.refusal.code));
    expect(codes.toSorted()).toEqual(
      ["ok", ...Array<string>(4).fill("pending_deposit_exists")].toSorted(),
    );
    expect((await readdir(folder)).length).toBe(before + 1);
    expect(await list()).toHaveLength(1);
  });

  it("many operators' decisions book the money once, or not at all", async () => {
    const { id } = await deposit();
    const answers = await Promise.all([
      decide(id, "approve"),
      decide(id, "approve"),
      decide(id, "reject", "amount_differs"),
      decide(id, "approve"),
    ]);
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    const [shown] = await list();
    expect(await yen()).toBe(shown?.status === 1 ? "1050000" : "1000000");
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("four eyes", () => {
  it("book a deposit where the instance has two operators, and neither alone", async () => {
    const two = await startTestApplication();
    const who = await two.newCustomer();
    const { channels } = await two.accepted("/user/deposit-channels", { currency: "JPY" }, who);
    const told = await two.accepted(
      "/user/deposit",
      await formOf({ channel_id: channels[0]?.id ?? "" }),
      who,
    );
    const [first, second] = [
      await newOperator(two, "reviewer"),
      await newOperator(two, "approver"),
    ];
    const approve = (session: OperatorSession) =>
      ops(two, "/api/ops/deposits/:id/decision", { id: told.id, decision: "approve" }, session);
    expect((await approve(first)).body.data.state).toBe("proposed");
    expect((await approve(first)).body.msg).toBe("own_proposal");
    expect((await two.accepted("/user/getUserinfo", {}, who)).jpy).toBe("1000000");
    const { items } = await opsAccepted(two, "/api/ops/proposals", {}, second);
    expect(items[0]).toMatchObject({ kind: "review:deposits" });
    expect((await approve(second)).body.data.state).toBe("approved");
    // Whoever reads the case afterwards still sees both of them.
    expect(await opsAccepted(two, "/api/ops/deposits/:id", { id: told.id }, first)).toMatchObject({
      state: "approved",
      pending: null,
      proposed_by: { email: first.email },
      decided_by: { email: second.email },
    });
    expect((await two.accepted("/user/getUserinfo", {}, who)).jpy).toBe("1050000");
    expect(await two.ledgerFaults()).toEqual([]);
    await two.stop();
  });
});

describe("four eyes from an amount on", () => {
  it("are not got around by small deposits in a row, until the next day", async () => {
    const two = await startTestApplication();
    const who = await two.newCustomer();
    await newOperator(two, "approver");
    const reviewer = await newOperator(two, "reviewer");
    const others = "CNY:1,HKD:1,TWD:1,KRW:1,THB:1,MYR:1,VND:1";
    await setSetting(two, "deposit_four_eyes_from", `JPY:60000,USD:500,${others}`);
    const { channels } = await two.accepted("/user/deposit-channels", { currency: "JPY" }, who);
    const decideOn = async (amount: string, decision: "approve" | "reject") => {
      const form = await formOf({ channel_id: channels[0]?.id ?? "", amount });
      const { id } = await two.accepted("/user/deposit", form, who);
      const path = "/api/ops/deposits/:id/decision";
      const again = { id, decision: "reject", reason: "amount_differs" } as const;
      const { state } = await opsAccepted(two, path, { ...again, decision }, reviewer);
      if (state !== "proposed") return state;
      // The first decision is undone, so that the next deposit can be told.
      const { items } = await opsAccepted(two, "/api/ops/deposits", {}, reviewer);
      const proposal = { id: items[0]?.pending?.proposal_id ?? "" };
      await opsAccepted(two, "/api/ops/proposals/:id/withdraw", proposal, reviewer);
      await opsAccepted(two, path, again, reviewer);
      return state;
    };
    expect(await decideOn("60000", "approve")).toBe("proposed");
    expect(await decideOn("59999", "approve")).toBe("approved");
    expect(await decideOn("1", "approve")).toBe("proposed");
    await two.advance(24 * 3_600 + 60);
    expect(await decideOn("59999", "approve")).toBe("approved");
    expect((await two.accepted("/user/getUserinfo", {}, who)).jpy).toBe("1119998");
    expect(await two.ledgerFaults()).toEqual([]);
    await two.stop();
  });
});

describe("the list", () => {
  it("comes in pages, by currency", async () => {
    for (let index = 0; index < 3; index += 1) {
      const { id } = await deposit({ amount: String(1_000 + index) });
      await decide(id, "reject", "amount_differs");
    }
    const { id } = await deposit({ channel_id: channel.USD, amount: "7.50" });
    await decide(id, "approve");
    const page = (input: Record<string, string>) =>
      app.accepted("/user/depositlist", input, customer);
    const first = await page({ limit: "2" });
    expect(first.items.map(({ money }) => money)).toEqual(["7.50", "1002"]);
    const second = await page({ limit: "2", cursor: first.next_cursor ?? "" });
    expect(second.items.map(({ money }) => money)).toEqual(["1001", "1000"]);
    expect(second.next_cursor).toBeNull();
    expect((await page({ currency: "USD" })).items).toHaveLength(1);
  });
});

describe("a receipt that came before", () => {
  it("is shown to the reviewer", async () => {
    const receipt = await testPhoto();
    const { id } = await deposit({ receipt });
    await decide(id, "reject", "receipt_used_before");
    const again = await deposit({ receipt });
    const shown = await opsAccepted(app, "/api/ops/deposits/:id", { id: again.id }, operator);
    expect(shown.same_receipts_before).toBe(1);
    const answer = await ops(
      app,
      "/api/ops/documents/:id",
      { id: shown.receipt_document_id },
      operator,
    );
    expect(answer.code).toBe(200);
  });
});
