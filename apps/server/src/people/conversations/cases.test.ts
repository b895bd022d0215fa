import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { serviceMessagesPerTenMinutesMax } from "@sanshi/contract";
import { leaveOutAnswerPauses } from "../../../../../tests/support/pauses.ts";
import { setSetting } from "../../../../../tests/support/test-money.ts";
import {
  newRequestId,
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import {
  newOperator,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";

let app: TestApplication;
let support: OperatorSession;
let approver: OperatorSession;
let customer: SignedIn;
leaveOutAnswerPauses();
beforeAll(async () => {
  app = await startTestApplication();
  support = await newOperator(app, "support");
  approver = await newOperator(app, "approver");
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const page = "/api/ops/conversations/:account";
const password = "another long pass phrase 8";

async function caseOf(account: string): Promise<string> {
  const form = { account, new_password: password, new_password2: password };
  const asked = { ...form, request_id: newRequestId() };
  return (await app.accepted("/user/forgotten-login-password", asked)).case_number;
}
const write = (case_number: string, body = "I cannot sign in.", request_id = newRequestId()) =>
  app.post("/user/write-about-case", { case_number, body, request_id });
const answers = async (case_number: string) =>
  (await app.accepted("/user/case-answers", { case_number })).items;
const reply = (case_number: string | undefined, account = customer.account) => ({
  ...{ account, article: "withdrawal_time" as const, request_id: newRequestId() },
  ...(case_number !== undefined && { case_number }),
});

describe("a message by a case's number", () => {
  it("stands in the account's conversation, and its answers alone are read by the number", async () => {
    const number = await caseOf(customer.account);
    await app.accepted(
      "/user/write-to-service",
      { body: "What the owner said", request_id: newRequestId() },
      customer,
    );
    expect((await write(number)).body).toMatchObject({ status: 1, data: {} });
    const shown = await opsAccepted(app, page, { account: customer.account }, support);
    expect(shown.items[0]).toMatchObject({ body: "I cannot sign in.", case_number: number });
    expect(shown.conversation.unanswered).toBe(2);
    expect(await answers(number)).toEqual([]);
    await opsAccepted(app, `${page}/reply`, reply(undefined), support);
    expect(await answers(number)).toEqual([]);
    await opsAccepted(app, `${page}/reply`, reply(number), support);
    const [answer, ...others] = await answers(number);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ article: "withdrawal_time", author: { role: "support" } });
    expect(JSON.stringify(answer)).not.toContain(customer.account);
    const owner = await app.accepted("/user/conversation", {}, customer);
    expect(owner.items.map(({ case_number }) => case_number)).toEqual([number, null, number, null]);
  });

  it("is answered in own words only once a second operator has read them", async () => {
    const number = await caseOf(customer.account);
    await write(number);
    const { article: _page, ...form } = reply(number);
    const words = { ...form, body: "Thank you. We look at your case today." };
    const { id, pending } = await opsAccepted(app, `${page}/reply`, words, support);
    expect(id).toBeNull();
    expect(await answers(number)).toEqual([]);
    const decision = { id: pending!.proposal_id, decision: "approve" } as const;
    expect(await opsRefused(app, "/api/ops/proposals/:id/decision", decision, approver)).toBe("ok");
    expect(await answers(number)).toMatchObject([{ body: words.body, checked: true }]);
  });

  it("is kept once for one request, and answered to no other account's case", async () => {
    const number = await caseOf(customer.account);
    const id = newRequestId();
    await Promise.all([write(number, "Hello", id), write(number, "Hello", id)]);
    const shown = await opsAccepted(app, page, { account: customer.account }, support);
    expect(shown.items).toHaveLength(1);
    const stranger = await app.newCustomer();
    const hello = { body: "Hello", request_id: newRequestId() };
    await app.accepted("/user/write-to-service", hello, stranger);
    const foreign = reply(number, stranger.account);
    expect(await opsRefused(app, `${page}/reply`, foreign, support)).toBe("case_not_found");
  });

  it("is taken as well where there is no such account, and by no number that nobody was given", async () => {
    const number = await caseOf("0000000001");
    expect((await write(number)).body).toMatchObject({ status: 1, data: {} });
    expect(await answers(number)).toEqual([]);
    expect((await write("ZZZZ-ZZZZ")).body.msg).toBe("case_not_found");
    expect(await app.refused("/user/case-answers", { case_number: "ZZZZ-ZZZZ" })).toBe(
      "case_not_found",
    );
    const ill = { case_number: "' OR 1", body: "x", request_id: newRequestId() };
    expect(await app.refused("/user/write-about-case", ill)).toBe("invalid_request");
    // Known and unknown numbers are forgotten together.
    const known = await caseOf(customer.account);
    await app.advanceReal(8 * 86_400);
    expect((await write(known)).body.msg).toBe("case_not_found");
    expect((await write(number)).body.msg).toBe("case_not_found");
  });

  it("comes so often at most", async () => {
    const number = await caseOf(customer.account);
    // Each takes its time on purpose: all of them wait together.
    const most = Array.from({ length: serviceMessagesPerTenMinutesMax }, () => write(number));
    for (const { body } of await Promise.all(most)) expect(body.status).toBe(1);
    expect((await write(number)).body.msg).toBe("too_many_tries");
  });

  it("is refused where customer service is elsewhere", async () => {
    const number = await caseOf(customer.account);
    await setSetting(app, "kefu", "https://help.example/");
    await expect.poll(async () => (await write(number)).body.msg).toBe("service_is_elsewhere");
    await setSetting(app, "kefu", "");
  });
});
