import { randomInt } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  startTestApplication,
  testPassword,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  firstOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";

let app: TestApplication;
let admin: OperatorSession;
beforeAll(async () => {
  app = await startTestApplication();
  admin = await firstOperator(app);
});
afterAll(() => app.stop());

const create = "/api/ops/invitations/create";
const withdraw = "/api/ops/invitations/:code/withdraw";

async function register(invite_code: string) {
  const account = String(randomInt(1_000_000_000, 9_999_999_999));
  const password = { password: testPassword, password2: testPassword };
  const form = { account, ...password, invite_code, agree: "true" } as const;
  return { account, code: await app.refused("/user/register", form) };
}

it("a customer's invitation code lets in, and names who invited whom", async () => {
  const inviter = await app.newCustomer();
  const { code } = await opsAccepted(
    app,
    create,
    { code: "spring-26", inviter: inviter.account },
    admin,
  );
  expect(code).toBe("SPRING-26");
  const invited = await register("Spring-26");
  expect(invited.code).toBe("ok");
  const { items } = await opsAccepted(app, "/api/ops/invitations", { q: inviter.account }, admin);
  expect(items).toMatchObject([
    { code, inviter: inviter.account, customers: 1, withdrawn_at: null },
  ]);
  const page = "/api/ops/customers/:account";
  expect(await opsAccepted(app, page, { account: invited.account }, admin)).toMatchObject({
    invitation_code: code,
    inviter: inviter.account,
  });
  expect((await opsAccepted(app, page, { account: inviter.account }, admin)).invited).toBe(1);
});

it("without a code one is made that nobody mistakes", async () => {
  const { code } = await opsAccepted(app, create, {}, admin);
  expect(code).toMatch(/^[A-HJKMNP-Z2-9]{8}$/);
  expect((await register(code)).code).toBe("ok");
});

it("a withdrawn code lets nobody in, and who came by it stays", async () => {
  const { code } = await opsAccepted(app, create, { code: "AUTUMN-26" }, admin);
  const before = await register(code);
  await opsAccepted(app, withdraw, { code }, admin);
  expect((await register(code)).code).toBe("inviter_not_found");
  const form = { account: before.account, password: testPassword };
  expect(await app.refused("/user/login", form)).toBe("ok");
  expect(await opsRefused(app, withdraw, { code }, admin)).toBe("invitation_withdrawn");
  const withdrawn = await opsAccepted(app, "/api/ops/invitations", { state: "withdrawn" }, admin);
  expect(withdrawn.items.map((item) => item.code)).toEqual([code]);
});

it("of two who make the same code at once, one does", async () => {
  const outcomes = await Promise.all(
    [1, 2, 3].map(() => opsRefused(app, create, { code: "WINTER-26" }, admin)),
  );
  expect(outcomes.toSorted()).toEqual(["invitation_exists", "invitation_exists", "ok"]);
});

it("an inviter who is not there, and a code that is none, are refused", async () => {
  expect(await opsRefused(app, create, { inviter: "0000000009" }, admin)).toBe(
    "customer_not_found",
  );
  expect(await opsRefused(app, create, { code: "<b>" }, admin)).toBe("invalid_request");
  expect(await opsRefused(app, withdraw, { code: "NOBODYS" }, admin)).toBe("invitation_not_found");
});

it("the list goes on page after page, and searches signs of patterns as text", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const more: { cursor?: string } = cursor === null ? {} : { cursor };
    const form = { state: "all", limit: "2", ...more } as const;
    const page: Awaited<ReturnType<typeof listed>> = await listed(form);
    seen.push(...page.items.map((item) => item.code));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(["WELCOME1", "SPRING-26", "AUTUMN-26"]));
  expect((await listed({ q: "%" })).items).toEqual([]);
});

function listed(form: object) {
  return opsAccepted(app, "/api/ops/invitations", form, admin);
}
