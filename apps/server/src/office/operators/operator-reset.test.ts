import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  testOperator,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  newOperator,
  opsAccepted,
  opsRefused,
  signIn,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { resetOperatorCommand } from "../../../../../tools/reset-operator.ts";
import { verifyAudit } from "../../../../../tools/verify-audit.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let admin: OperatorSession;
let approver: Awaited<ReturnType<typeof newOperator>>;
beforeAll(async () => {
  app = await startTestApplication();
  admin = await firstOperator(app);
  approver = await newOperator(app, "approver");
});
afterAll(() => app.stop());

const reset = "/api/ops/operators/:id/reset";
const decision = "/api/ops/proposals/:id/decision";
const password = "an operator of the tests";
const chosen = "a pass phrase of my own";
const tryIn = (email: string, typed: string) =>
  opsRefused(app, "/api/ops/sign-in", { email, password: typed });
const propose = (id: string, by = admin) => opsAccepted(app, reset, { id }, by);
const approve = (id: string | null, by: OperatorSession = approver) =>
  opsAccepted(app, decision, { id: id ?? "", decision: "approve" }, by);

/** Gives the operator a second factor as the database keeps it: a passkey on another site. */
async function withPasskey(id: string): Promise<void> {
  await sql`INSERT INTO operator_passkey (operator_id, credential_id, public_key, counter,
      transports, rp_id, name)
    VALUES (${id}::bigint, decode(md5(${id}), 'hex'), '\\x00', 0, '{}', 'elsewhere', 'Lost')`.execute(
    app.context.database.reader,
  );
}

describe("an operator who cannot sign in any more", () => {
  it("is let in anew by two, each of whom knows a half of the one-time password", async () => {
    const lost = await newOperator(app, "reviewer");
    await withPasskey(lost.id);
    expect(await tryIn(lost.email, password)).toBe("code_required");
    const proposed = await propose(lost.id);
    expect(proposed.state).toBe("proposed");
    // Nothing has happened yet.
    expect(await opsRefused(app, "/api/ops/customers", {}, lost)).toBe("ok");
    const shown = await opsAccepted(app, "/api/ops/proposals/:id", { id: proposed.id! }, approver);
    expect(shown).toMatchObject({
      kind: "operator_reset",
      subject: lost.email,
      differences: [
        { field: "password", before: "own", after: "one_time" },
        { field: "second_factor", before: "factor_set", after: null },
      ],
    });
    const { told } = await approve(proposed.id);

    expect(await opsRefused(app, "/api/ops/customers", {}, lost)).toBe("sign_in_again");
    const [first, second] = [proposed.one_time_password, told!];
    for (const half of [password, first, second, second + first]) {
      expect(await tryIn(lost.email, half)).toBe("wrong_account_or_password");
    }
    const session = await signIn(app, { email: lost.email, password: first + second });
    expect(await opsAccepted(app, "/api/ops/me", {}, session)).toMatchObject({
      role: "reviewer",
      password_change_required: true,
      totp: false,
      passkeys: [],
      recovery_codes_left: 0,
    });
    expect(await opsRefused(app, "/api/ops/customers", {}, session)).toBe(
      "password_change_required",
    );
    const change = { old_password: first + second, new_password: chosen, new_password2: chosen };
    await opsAccepted(app, "/api/ops/me/password", change, session);
    expect(await opsRefused(app, "/api/ops/customers", {}, session)).toBe("ok");
  });

  it("is let in although too many wrong passwords were tried before", async () => {
    const lost = await newOperator(app, "viewer");
    for (let count = 0; count < 10; count += 1) await tryIn(lost.email, "not the password");
    expect(await tryIn(lost.email, password)).toBe("too_many_tries");
    const { id, one_time_password: first } = await propose(lost.id);
    const { told } = await approve(id);
    expect(await tryIn(lost.email, first + told!)).toBe("ok");
  });

  it("is nobody's own to reset or to approve, nor for whoever is no administrator", async () => {
    const second = await newOperator(app, "administrator");
    const { items } = await opsAccepted(app, "/api/ops/operators", {}, admin);
    const own = items.find(({ email }) => email === testOperator.email)!.id;
    expect(await opsRefused(app, reset, { id: own }, admin)).toBe("operator_is_oneself");
    expect(await opsRefused(app, reset, { id: second.id }, approver)).toBe("forbidden");
    expect(await opsRefused(app, reset, { id: "999999999" }, admin)).toBe("operator_not_found");
    const { id } = await propose(second.id);
    expect(await opsRefused(app, reset, { id: second.id }, admin)).toBe("proposal_pending");
    const form = { id: id!, decision: "approve" } as const;
    expect(await opsRefused(app, decision, form, admin)).toBe("own_proposal");
    expect(await opsRefused(app, decision, form, second)).toBe("operator_is_oneself");
    expect(await opsRefused(app, "/api/ops/customers", {}, second)).toBe("ok");
  });

  it("is reset once by ten approvals at once, and only one of them is told the half", async () => {
    const lost = await newOperator(app, "viewer");
    const others = [approver, await newOperator(app, "approver")];
    const { id, one_time_password: first } = await propose(lost.id);
    const form = { id: id!, decision: "approve" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const by = others[index % 2]!;
        const answer = await app.context.http.fastify.inject({
          method: "POST",
          url: `/api/ops/proposals/${id}/decision`,
          headers: { "content-type": "application/json", ...headersOf(by) },
          payload: { decision: form.decision },
        });
        return answer.json() as { msg: string; data: { told?: string } | null };
      }),
    );
    const told = answers.flatMap(({ data }) => (data?.told === undefined ? [] : [data.told]));
    expect(told).toHaveLength(1);
    expect(await tryIn(lost.email, first + told[0]!)).toBe("ok");
    const seen = await opsAccepted(app, "/api/ops/proposals/:id", { id: id! }, approver);
    expect(JSON.stringify(seen)).not.toContain(told[0]);
  });

  it("keeps neither half readable in the database, nor in the audit log", async () => {
    const lost = await newOperator(app, "viewer");
    const { id, one_time_password: first } = await propose(lost.id);
    const reader = app.context.database.reader;
    const everything = () =>
      rows(
        reader,
        sql<{ text: string }>`SELECT p::text AS text FROM proposal p
          UNION ALL SELECT o::text FROM operator o
          UNION ALL SELECT w::text FROM operator_one_time_password w
          UNION ALL SELECT e::text FROM audit_entry e`,
      );
    const before = JSON.stringify(await everything());
    const { told } = await approve(id);
    for (const half of [first, told!]) {
      expect(before).not.toContain(half);
      expect(JSON.stringify(await everything())).not.toContain(half);
      expect(before).not.toContain(Buffer.from(half).toString("hex"));
    }
  });
});

const headersOf = ({ cookie, "x-csrf-token": csrf }: OperatorSession) => ({
  cookie,
  "x-csrf-token": csrf,
});

describe("the only administrator who is locked out", () => {
  const environment = () => ({
    DATABASE_URL: app.context.database.connectionString,
    DATA_DIR: app.context.settings.dataDir,
  });
  const run = async (...parameters: string[]) => {
    const lines: string[] = [];
    const code = await resetOperatorCommand(environment(), (line) => lines.push(line), parameters);
    return { code, text: lines.join("\n") };
  };

  it("gets a one-time password from a command on the machine, which the audit log knows", async () => {
    const session = await firstOperator(app);
    const { code, text } = await run(testOperator.email.toUpperCase());
    expect(code).toBe(0);
    const printed = /one-time password: ([\w-]{20})$/m.exec(text)?.[1] ?? "";
    expect(await opsRefused(app, "/api/ops/me", {}, session)).toBe("sign_in_again");
    expect(await tryIn(testOperator.email, testOperator.password)).toBe(
      "wrong_account_or_password",
    );
    const again = await signIn(app, { email: testOperator.email, password: printed });
    expect((await opsAccepted(app, "/api/ops/me", {}, again)).password_change_required).toBe(true);
    const { items } = await opsAccepted(app, "/api/ops/audit", { limit: "20" }, approver);
    const entry = items.find(({ method }) => method === "COMMAND");
    expect(entry).toMatchObject({
      operator: null,
      path: "reset-operator",
      subject: testOperator.email,
      outcome: "ok",
    });
    expect(JSON.stringify(entry)).not.toContain(printed);
    const faults: string[] = [];
    expect(await verifyAudit(environment(), (line) => faults.push(line))).toBe(0);
  });

  it("is named, and is there", async () => {
    expect((await run()).code).toBe(2);
    const nobody = await run("nobody@sanshi.example");
    expect(nobody).toEqual({ code: 1, text: expect.stringContaining("nobody@sanshi.example") });
  });
});

describe("a body that comes slowly", () => {
  it("changes nothing where its operator was disabled before its end", async () => {
    const leaving = await newOperator(app, "approver");
    const customer = await app.newCustomer();
    await app.context.http.fastify.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.context.http.fastify.server.address() as AddressInfo;
    const body = JSON.stringify({ state: "frozen", reason: "suspicious_activity" });
    const answer = new Promise<string>((resolve, reject) => {
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          method: "POST",
          path: `/api/ops/customers/${customer.account}/state`,
          headers: {
            "content-type": "application/json",
            "content-length": String(body.length),
            ...headersOf(leaving),
          },
        },
        (response) => {
          let text = "";
          response.on("data", (part) => (text += String(part)));
          response.on("end", () => resolve(text));
        },
      );
      sent.on("error", reject);
      sent.write(body.slice(0, 10));
      void (async () => {
        const asked = sql<{ seen: boolean }>`SELECT last_seen_at > created_at AS seen
          FROM operator_session WHERE operator_id = ${leaving.id}::bigint`;
        // The beginning of the call was admitted.
        await expect
          .poll(async () => (await rows(app.context.database.reader, asked)).at(-1)?.seen)
          .toBe(true);
        await sql`UPDATE operator SET disabled_at = real_now()
          WHERE id = ${leaving.id}::bigint`.execute(app.context.database.reader);
        sent.end(body.slice(10));
      })().catch(reject);
    });
    expect(JSON.parse(await answer)).toMatchObject({ msg: "sign_in_again" });
    const { items } = await opsAccepted(
      app,
      "/api/ops/customers",
      { q: customer.account },
      approver,
    );
    expect(items[0]?.state).toBe("active");
  });
});
