import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  newRequestId,
  startTestApplication,
  testInvitationCode,
  testPassword,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { restrict } from "../../../../../tests/support/tampering.ts";
import { untilWaitingForLocks } from "../../../../../tests/support/waiting-for-locks.ts";
import { hashPassword } from "../../platform/passwords.ts";
import { firstRow, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
beforeAll(async () => {
  app = await startTestApplication();
});
afterAll(() => app.stop());

const form = {
  account: "0901234567",
  password: testPassword,
  password2: testPassword,
  invite_code: testInvitationCode,
  agree: "true",
} as const;

describe("registering", () => {
  it("opens the account, signs in and grants the paper money by a transfer that balances", async () => {
    const customer = await app.accepted("/user/register", form);
    const info = await app.accepted("/user/getUserinfo", {}, customer);
    expect(info).toMatchObject({
      account: "0901234567",
      jpy: "1000000",
      usd: "10000.00",
      cny: "50000.00",
      jpyyjed: "10000000",
      usdyjed: "100000.00",
      cnyyjed: "500000.00",
      state: "active",
      simulated: true,
    });
    expect(await app.ledgerFaults()).toEqual([]);
  });

  it.each([
    ["account_not_ten_digits", { account: "090123456" }],
    ["account_not_ten_digits", { account: "０９０１２３４５６７" }],
    ["password_too_short", { password: "short", password2: "short" }],
    ["password_too_common", { password: "password123", password2: "password123" }],
    [
      "password_too_common",
      { account: "0907654321", password: "x0907654321", password2: "x0907654321" },
    ],
    ["passwords_do_not_match", { password2: "another pass phrase 8" }],
    ["invitation_code_required", { invite_code: "" }],
    ["agreement_required", { agree: "false" }],
    ["inviter_not_found", { account: "0907654321", invite_code: "NOBODY00" }],
    ["account_exists", {}],
  ])("refuses with %s", async (code, change) => {
    expect(await app.refused("/user/register", { ...form, ...change })).toBe(code);
  });

  it("takes the invitation code as people retype it", async () => {
    const spelled = ` ${testInvitationCode.slice(0, 4).toLowerCase()} ${testInvitationCode.slice(4)}`;
    expect(
      await app.refused("/user/register", { ...form, account: "0900000001", invite_code: spelled }),
    ).toBe("ok");
  });

  it("opens one account where the same number registers many times at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        app.refused("/user/register", { ...form, account: "0900000002" }),
      ),
    );
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "account_exists")).toHaveLength(7);
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("signing in", () => {
  it("answers an unknown account like a wrong password", async () => {
    const unknown = await app.post("/user/login", {
      account: "0999999999",
      password: testPassword,
    });
    const wrong = await app.post("/user/login", {
      account: form.account,
      password: "not the pass phrase",
    });
    expect(unknown).toEqual(wrong);
    expect(wrong.body.msg).toBe("wrong_account_or_password");
  });

  it("stores only a hash of the token", async () => {
    const { token } = await app.accepted("/user/login", {
      account: form.account,
      password: testPassword,
    });
    const row = await firstRow(
      app.context.database.reader,
      sql<{
        found: boolean;
      }>`SELECT bool_or(encode(token_hash, 'escape') LIKE ${`%${token}%`}) AS found FROM session`,
    );
    expect(row?.found).toBe(false);
  });

  it("locks an account after ten wrong passwords, also against the right one, and no other", async () => {
    const target = await app.newCustomer();
    const answers = [];
    for (let index = 0; index < 11; index += 1) {
      answers.push(
        await app.refused("/user/login", {
          account: target.account,
          password: "wrong pass phrase",
        }),
      );
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill("wrong_account_or_password"));
    expect(answers[10]).toBe("too_many_tries");
    expect(
      await app.refused("/user/login", { account: target.account, password: testPassword }),
    ).toBe("too_many_tries");
    expect(
      await app.refused("/user/login", { account: form.account, password: testPassword }),
    ).toBe("ok");
  });

  it("does not let parallel guesses slip past the limit", async () => {
    const target = await app.newCustomer();
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        app.refused("/user/login", { account: target.account, password: "wrong pass phrase" }),
      ),
    );
    expect(answers.filter((answer) => answer === "wrong_account_or_password")).toHaveLength(10);
  });

  it("opens no session on a password that changes while it is being checked", async () => {
    const { account } = await app.newCustomer();
    const newHash = await hashPassword("another pass phrase");
    const { reader } = app.context.database;
    const changing = await app.owner.pool.connect();
    try {
      await changing.query("BEGIN");
      const change = "UPDATE customer SET password_hash = $1 WHERE account = $2";
      await changing.query(change, [newHash, account]);
      // It finds the old password, which is right; then it comes to the change and waits for its end.
      const signingIn = app.refused("/user/login", { account, password: testPassword });
      await untilWaitingForLocks(reader, 1);
      await changing.query("COMMIT");
      expect(await signingIn).toBe("wrong_account_or_password");
    } finally {
      await changing.query("ROLLBACK");
      changing.release();
    }
  });

  it("refuses a banned account, and ends its sessions at once", async () => {
    const customer = await app.newCustomer();
    await app.accepted("/user/getUserinfo", {}, customer);
    await restrict(app, customer, "banned");
    await expect.poll(() => app.refused("/user/getUserinfo", {}, customer)).toBe("sign_in_again");
    expect(
      await app.refused("/user/login", { account: customer.account, password: testPassword }),
    ).toBe("account_banned");
  });
});

describe("sessions", () => {
  it("answers 401 without a token, with a wrong one, and with another customer's account", async () => {
    const [one, other] = [await app.newCustomer(), await app.newCustomer()];
    for (const headers of [
      undefined,
      { token: "x", account: one.account },
      { token: one.token, account: other.account },
      { token: one.token, account: "" },
    ]) {
      const { code, body } = await app.post("/user/getUserinfo", {}, headers);
      expect([code, body.status, body.msg]).toEqual([401, 0, "sign_in_again"]);
    }
  });

  it("is over after signing out", async () => {
    const customer = await app.newCustomer();
    await app.accepted("/user/logout", {}, customer);
    await expect.poll(() => app.refused("/user/getUserinfo", {}, customer)).toBe("sign_in_again");
  });

  it("ends every other session when the password changes", async () => {
    const first = await app.newCustomer();
    const second = await app.accepted("/user/login", {
      account: first.account,
      password: testPassword,
    });
    const change = {
      old_password: testPassword,
      new_password: "a new pass phrase",
      new_password2: "a new pass phrase",
    };
    expect(
      await app.refused(
        "/user/change-login-password",
        { ...change, old_password: "wrong one 99" },
        second,
      ),
    ).toBe("wrong_original_password");
    await app.accepted("/user/change-login-password", change, second);
    await expect.poll(() => app.refused("/user/getUserinfo", {}, first)).toBe("sign_in_again");
    expect(await app.refused("/user/getUserinfo", {}, second)).toBe("ok");
    expect(
      await app.refused("/user/login", { account: first.account, password: testPassword }),
    ).toBe("wrong_account_or_password");
  });

  it("goes on where the same password was chosen again, which changes nothing", async () => {
    const first = await app.newCustomer();
    const same = { old_password: testPassword, new_password: testPassword };
    const change = { ...same, new_password2: testPassword };
    expect(await app.refused("/user/change-login-password", change, first)).toBe(
      "password_unchanged",
    );
    expect(await app.refused("/user/getUserinfo", {}, first)).toBe("ok");
  });

  it("lists devices and signs one out, but never a stranger's", async () => {
    const [owner, stranger] = [await app.newCustomer(), await app.newCustomer()];
    const second = await app.accepted("/user/login", {
      account: owner.account,
      password: testPassword,
    });
    const sessions = await app.accepted("/user/sessions", {}, owner);
    expect(sessions.map((session) => session.current).sort()).toEqual([false, true]);
    const other = sessions.find((session) => !session.current)?.id ?? "";
    expect(await app.refused("/user/revoke-session", { id: other }, stranger)).toBe(
      "session_not_found",
    );
    expect(await app.refused("/user/revoke-session", { id: newRequestId() }, owner)).toBe(
      "session_not_found",
    );
    await app.accepted("/user/revoke-session", { id: other }, owner);
    await expect.poll(() => app.refused("/user/getUserinfo", {}, second)).toBe("sign_in_again");
  });

  it("survives a simulated year, because sessions live in real time", async () => {
    const customer = await app.newCustomer();
    await app.advance(365 * 24 * 3600);
    expect(await app.refused("/user/getUserinfo", {}, customer)).toBe("ok");
  });

  it("from a device is a known one once it was the customer's own, whoever else has the same", async () => {
    const device = "A telephone of a common make";
    const from = ({ account }: SignedIn) =>
      app.context.http.fastify.inject({
        method: "POST",
        url: "/api/vue/user/login",
        headers: { "content-type": "application/x-www-form-urlencoded", "user-agent": device },
        payload: new URLSearchParams({ account, password: testPassword }).toString(),
      });
    const told = async (customer: SignedIn) =>
      (await app.accepted("/user/messages", {}, customer)).items[0]?.kind;
    const [first, other] = [await app.newCustomer(), await app.newCustomer()];
    await from(first);
    expect(await told(first)).toBe("new_sign_in");
    await from(other);
    expect(await told(other)).toBe("new_sign_in");
    await from(first);
    expect(await told(first)).toBe("sign_in");
  });

  it("tells the customer what happened on the account, page by page", async () => {
    const customer = await app.newCustomer();
    await app.accepted("/user/login", { account: customer.account, password: testPassword });
    const first = await app.accepted("/user/activity", { limit: "1" }, customer);
    expect(first.items.map((item) => item.kind)).toEqual(["signed_in"]);
    const second = await app.accepted(
      "/user/activity",
      { limit: "1", cursor: first.next_cursor ?? "" },
      customer,
    );
    expect(second.items.map((item) => item.kind)).toEqual(["registered"]);
  });
});

describe("malformed requests", () => {
  const post = (
    payload: string,
    type = "application/x-www-form-urlencoded",
    url = "/api/vue/user/login",
  ) =>
    app.context.http.fastify.inject({
      method: "POST",
      url,
      payload,
      headers: { "content-type": type },
    });

  it.each([
    ["a field is missing", "account=0901234567", ["password"]],
    ["a field is unknown", "account=0901234567&password=abc&admin=1", ["admin"]],
    ["a text is too long", `account=0901234567&password=${"x".repeat(10_000)}`, ["password"]],
    ["a text has control characters", "account=0901234567&password=%00%01abcdefg", ["password"]],
    [
      "a text has a right-to-left override",
      "account=0901234567&password=%E2%80%AEabcdefg",
      ["password"],
    ],
  ])("answer 400 and name the field where %s", async (_reason, payload, fields) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ status: 0, msg: "invalid_request", fields });
  });

  it.each([
    "account=1&account=2&password=x",
    "account=%E0%A4%A&password=x",
    "__proto__=1&__proto__=2",
  ])("answer 400 for %s", async (payload) => {
    expect((await post(payload)).statusCode).toBe(400);
  });

  it("answer 415 for another content type, 413 for a huge body, 404 for an unknown path", async () => {
    expect((await post("{}", "application/json")).statusCode).toBe(415);
    expect((await post("x", "text/plain")).statusCode).toBe(415);
    expect((await post(`account=${"1".repeat(100_000)}`)).statusCode).toBe(413);
    const unknown = await post("", undefined, "/api/vue/user/setBalance");
    expect([unknown.statusCode, unknown.json().msg]).toEqual([404, "not_found"]);
  });
});

describe("the postings", () => {
  it("cannot be changed, deleted or made to lose money, even by hand", async () => {
    await app.newCustomer();
    for (const statement of [
      sql`UPDATE ledger_posting SET amount = amount + 1`,
      sql`DELETE FROM ledger_posting`,
      sql`TRUNCATE ledger_posting`,
      sql`INSERT INTO ledger_posting (transfer_id, account_id, currency, amount, kind, cause_id, happened_at)
        SELECT -1, id, currency, 5, 'test', 0, real_now() FROM ledger_account WHERE customer_id IS NULL LIMIT 1`,
      sql`UPDATE ledger_balance SET balance = -1`,
    ]) {
      await expect(statement.execute(app.context.database.reader)).rejects.toThrow();
      await expect(statement.execute(app.owner.reader)).rejects.toThrow();
    }
    expect(await app.ledgerFaults()).toEqual([]);
  });
});

describe("a password that another site has lost", () => {
  it("is refused at registration and at a change", async () => {
    const folder = await mkdtemp(join(tmpdir(), "sanshi-lost-"));
    const lost = "a lost pass phrase 4";
    const hash = createHash("sha1").update(lost).digest("hex").toUpperCase();
    await writeFile(join(folder, "lost.txt"), `${hash}:12\n`);
    const strict = await startTestApplication({ BREACHED_PASSWORDS: join(folder, "lost.txt") });
    const registration = { ...form, password: lost, password2: lost };
    expect(await strict.refused("/user/register", registration)).toBe("password_too_common");
    const customer = await strict.newCustomer();
    const change = { old_password: testPassword, new_password: lost, new_password2: lost };
    expect(await strict.refused("/user/change-login-password", change, customer)).toBe(
      "password_too_common",
    );
    await strict.stop();
    await rm(folder, { recursive: true });
  });
});
