import { readdir } from "node:fs/promises";
import { instantOf } from "@sanshi/rulebook";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPhoto } from "../../../../../tests/support/multipart.ts";
import { openPhotos } from "../../../../../tests/support/test-money.ts";
import { startS3Server } from "../../../../../tests/support/s3-server.ts";
import {
  firstOperator,
  newOperator,
  ops,
  opsAccepted,
  opsRefused,
  type OperatorSession,
} from "../../../../../tests/support/test-operators.ts";
import { verificationSteps } from "../../../../../tests/support/test-verifications.ts";
import {
  startTestApplication,
  type SignedIn,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { rows, sql } from "../../platform/sql/database.ts";

let app: TestApplication;
let operator: OperatorSession;
let customer: SignedIn;
beforeAll(async () => {
  app = await startTestApplication();
  operator = await firstOperator(app);
});
beforeEach(async () => {
  customer = await app.newCustomer();
});
afterAll(() => app.stop());

const { formOf, submit, status, caseOf, decide } = verificationSteps(() => ({
  app,
  operator,
  customer,
}));

describe("a document", () => {
  it("is shown to a reviewer as a file, and each look is written down for the customer", async () => {
    await submit();
    const { front_document_id: id } = await caseOf(customer.account);
    const reviewer = await newOperator(app, "reviewer");
    const answer = await app.context.http.fastify.inject({
      method: "GET",
      url: `/api/ops/documents/${id}`,
      headers: { cookie: reviewer.cookie },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("image/jpeg");
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="id_front-\d+\.jpg"$/,
    );
    expect(answer.headers["cache-control"]).toBe("no-store");
    const { format, width } = await sharp(answer.rawPayload).metadata();
    expect([format, width]).toEqual(["jpeg", 800]);
    const { items } = await app.accepted("/user/activity", {}, customer);
    expect(items[0]).toMatchObject({
      kind: "operator_viewed",
      params: { what: "document_id_front" },
    });
    const views = await rows(
      app.context.database.reader,
      sql<{
        operator_id: bigint;
      }>`SELECT operator_id FROM document_view WHERE document_id = ${BigInt(id)}`,
    );
    expect(views).toEqual([{ operator_id: BigInt(reviewer.id) }]);
  });

  it("is nobody's who does not decide on it: no viewer's, no supporter's, no customer's, no stranger's", async () => {
    await submit();
    const { front_document_id: id, id: caseId } = await caseOf(customer.account);
    for (const role of ["viewer", "support"] as const) {
      const session = await newOperator(app, role);
      expect(await opsRefused(app, "/api/ops/documents/:id", { id }, session)).toBe("forbidden");
      expect(
        await opsRefused(app, "/api/ops/verifications/:id/number", { id: caseId }, session),
      ).toBe("forbidden");
    }
    for (const headers of [{}, { ...customer }]) {
      const answer = await app.context.http.fastify.inject({
        method: "GET",
        url: `/api/ops/documents/${id}`,
        headers,
      });
      expect([answer.statusCode, answer.json().msg]).toEqual([401, "sign_in_again"]);
    }
    expect(await opsRefused(app, "/api/ops/documents/:id", { id: "999999" }, operator)).toBe(
      "document_not_found",
    );
  });

  it("whose bytes were changed where they lie is not shown", async () => {
    await submit();
    const { front_document_id: id } = await caseOf(customer.account);
    const [document] = await rows(
      app.context.database.reader,
      sql<{ object_name: string }>`SELECT object_name FROM document WHERE id = ${BigInt(id)}`,
    );
    const { objects } = app.context;
    const bytes = await objects.get(document?.object_name ?? "");
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await objects.put(document?.object_name ?? "", bytes);
    expect((await ops(app, "/api/ops/documents/:id", { id }, operator)).code).toBe(500);
  });
});

describe("a reviewer", () => {
  it("sees who else handed in the same number, and the same files", async () => {
    const front = await testPhoto();
    await submit({ id_number: "555566667777", front });
    const first = customer;
    customer = await app.newCustomer();
    await submit({ id_number: "5555 6666 7777", front });
    const { id } = await caseOf(customer.account);
    const shown = await opsAccepted(app, "/api/ops/verifications/:id", { id }, operator);
    expect(shown.same_number_accounts).toEqual([first.account]);
    expect(shown.same_files_before).toBe(1);
    const { id_number: number } = await opsAccepted(
      app,
      "/api/ops/verifications/:id/number",
      { id },
      operator,
    );
    expect(number).toBe("555566667777");
    const { items } = await app.accepted("/user/activity", {}, customer);
    expect(items[0]).toMatchObject({ kind: "operator_viewed", params: { what: "id_number" } });
  });

  it("decides with another one where the number is another account's too", async () => {
    const number = { id_number: "777766665555" };
    await submit(number);
    customer = await app.newCustomer();
    await submit(number);
    const { id } = await caseOf(customer.account);
    const second = await newOperator(app, "approver");
    const approve = async (who: OperatorSession) => {
      await openPhotos(app, id, who);
      const decision = { id, decision: "approve" } as const;
      return (await ops(app, "/api/ops/verifications/:id/decision", decision, who)).body;
    };
    expect((await approve(operator)).data.state).toBe("proposed");
    expect((await approve(operator)).msg).toBe("own_proposal");
    expect(await status()).toBe(1);
    expect((await approve(second)).data.state).toBe("approved");
    expect(await status()).toBe(2);
  });

  it("is one who decides, however many decide at once", async () => {
    await submit();
    const { id } = await caseOf(customer.account);
    const answers = await Promise.all([
      decide(id, "approve"),
      decide(id, "reject", "name_differs"),
      decide(id, "approve"),
      decide(id, "reject", "name_differs"),
    ]);
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    const told = (await app.accepted("/user/messages", {}, customer)).items.filter(({ kind }) =>
      kind.startsWith("verification"),
    );
    expect(told).toHaveLength(1);
    expect(await status()).toBe(told[0]?.kind === "verification_approved" ? 2 : 3);
  });
});

describe("documents in S3", () => {
  it("are put there encrypted, come back for a reviewer, and stay out of the data folder", async () => {
    const server = await startS3Server();
    const { endpoint, bucket, region, accessKeyId, secretAccessKey } = server.settings;
    const inS3 = await startTestApplication({
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_REGION: region,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const who = await inS3.newCustomer();
    const hand = async () => inS3.refused("/user/submit-verification", await formOf(), who);
    // Three attempts each, for the first of the two photos.
    server.failNext(3);
    expect(await hand()).toBe("upload_failed");
    expect(server.objects.size).toBe(0);
    expect(await hand()).toBe("ok");
    expect(server.objects.size).toBe(2);
    for (const bytes of server.objects.values()) expect(bytes.includes("JFIF")).toBe(false);
    expect(await readdir(inS3.context.settings.dataDir)).not.toContain("documents");
    const session = await firstOperator(inS3);
    const { items } = await opsAccepted(inS3, "/api/ops/verifications", {}, session);
    const answer = await inS3.context.http.fastify.inject({
      method: "GET",
      url: `/api/ops/documents/${items[0]?.front_document_id}`,
      headers: { cookie: session.cookie },
    });
    expect((await sharp(answer.rawPayload).metadata()).format).toBe("jpeg");
    await inS3.stop();
    server.close();
  });
});

describe("from the day on which Japan asks for a reading of the chip", () => {
  const goTo = async (on: TestApplication, date: string) =>
    on.advance(Math.round((instantOf("jpy", date, "12:00") - on.context.clock.now()) / 1_000));

  it("goes on in a simulated instance, which says that it reads no card", async () => {
    const own = await startTestApplication();
    try {
      await goTo(own, "2027-03-31");
      const before = await own.newCustomer();
      const checked = async (who: SignedIn) =>
        (await own.accepted("/user/verification", {}, who)).checked;
      expect(await checked(before)).toMatchObject({ by: "photographs", reader: "simulated" });
      await goTo(own, "2027-04-01");
      const after = await own.newCustomer();
      expect(await checked(after)).toEqual({
        by: "chip_reading",
        chip_reading_from: "2027-04-01",
        reader: "simulated",
      });
      expect(await own.refused("/user/submit-verification", await formOf(), after)).toBe("ok");
      // Operators are reminded of both changes: no real card is read, and Tokyo's tick lists are not known.
      const report = await opsAccepted(own, "/api/ops/health", {}, await firstOperator(own));
      const { queues, rule_changes: changes } = report;
      expect(changes).toEqual([
        { rule: "tse_tick_size", on: "2027-03-01" },
        { rule: "jp_identity_verification", on: "2027-04-01" },
      ]);
      expect(queues.find(({ name }) => name === "rule_changes")).toMatchObject({
        waiting: 2,
        oldest_at: "2026-09-30T15:00:00.000Z",
      });
    } finally {
      await own.stop();
    }
  });

  it("refuses photographs on a live instance without a reader, and leaves who was verified before", async () => {
    const live = await startTestApplication({}, { feedKind: "live" });
    try {
      const [verified, late] = [await live.newCustomer(), await live.newCustomer()];
      await live.context.database.pool.query(
        "UPDATE customer SET verification = 2 WHERE account = $1",
        [verified.account],
      );
      await goTo(live, "2027-04-01");
      const { body } = await live.post("/user/submit-verification", await formOf(), late);
      expect(body).toMatchObject({
        status: 0,
        msg: "photographs_not_enough",
        params: { rule: "jp_identity_verification", since: "2027-04-01" },
      });
      const after = await live.accepted("/user/verification", {}, late);
      expect(after).toMatchObject({ status: 0, submitted: null, checked: { reader: null } });
      expect((await live.accepted("/user/verification", {}, verified)).status).toBe(2);
    } finally {
      await live.stop();
    }
  });
});
