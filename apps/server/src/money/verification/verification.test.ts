import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testPhoto } from "../../../../../tests/support/multipart.ts";
import { openPhotos } from "../../../../../tests/support/test-money.ts";
import {
  equipOperators,
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

const { formOf, submit, status, caseOf, decideUnseen, decide } = verificationSteps(() => ({
  app,
  operator,
  customer,
}));

describe("a verification", () => {
  it("is handed in, reviewed and accepted, and the customer is told", async () => {
    expect(await status()).toBe(0);
    expect(await submit()).toBe("ok");
    const shown = await app.accepted("/user/verification", {}, customer);
    expect(shown).toMatchObject({
      status: 1,
      submitted: {
        name: "山田 太郎",
        name_kana: "ヤマダ タロウ",
        id_number_masked: "********8901",
      },
    });
    const { id } = await caseOf(customer.account);
    expect(await decide(id, "approve")).toBe("ok");
    expect(await status()).toBe(2);
    expect((await app.accepted("/user/getUserinfo", {}, customer)).verification).toBe(2);
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]).toMatchObject({ kind: "verification_approved", link: "/mine/verified" });
    expect(await submit()).toBe("already_verified");
    expect(await decide(id, "reject", "name_differs")).toBe("review_already_decided");
  });

  it("that failed says why, and can be handed in again", async () => {
    await submit();
    const { id } = await caseOf(customer.account);
    expect(await decide(id, "reject")).toBe("reason_required");
    expect(await decide(id, "reject", "photo_unreadable")).toBe("ok");
    const shown = await app.accepted("/user/verification", {}, customer);
    expect(shown.status).toBe(3);
    expect(shown.submitted?.rejection).toEqual({ code: "photo_unreadable", words: "" });
    const { items } = await app.accepted("/user/messages", {}, customer);
    expect(items[0]?.params).toMatchObject({ why: "photo_unreadable" });
    expect(items[0]?.params["why_jp"]).not.toBe("");
    expect(await submit()).toBe("ok");
    expect(await status()).toBe(1);
    const again = await opsAccepted(
      app,
      "/api/ops/verifications/:id",
      { id: (await caseOf(customer.account)).id },
      operator,
    );
    expect(again.earlier).toMatchObject([{ status: 3, reason_code: "photo_unreadable" }]);
  });

  it("is decided by whoever has opened both of its photos, and by nobody else", async () => {
    await submit();
    const { id, front_document_id: front, back_document_id: back } = await caseOf(customer.account);
    const look = (photo: string | null) =>
      ops(app, "/api/ops/documents/:id", { id: photo ?? "" }, operator);
    const refused = async () => [
      await decideUnseen(id, "approve"),
      await decideUnseen(id, "reject", "photo_unreadable"),
    ];
    const unseen = ["photos_not_opened", "photos_not_opened"];
    expect(await refused()).toEqual(unseen);
    await look(front);
    await look(front);
    expect(await refused()).toEqual(unseen);
    expect(await status()).toBe(1);
    await look(back);
    expect(await decideUnseen(id, "approve")).toBe("ok");
    expect(await status()).toBe(2);
  });

  it("is decided by two people who have both looked, where money is real", async () => {
    const simulated = app;
    app = await startTestApplication({}, { feedKind: "live" });
    try {
      customer = await app.newCustomer();
      await submit();
      const [first, second] = [
        await newOperator(app, "reviewer"),
        await newOperator(app, "approver"),
      ];
      await equipOperators(app);
      const found = await opsAccepted(
        app,
        "/api/ops/verifications",
        { q: customer.account },
        first,
      );
      const id = found.items[0]?.id ?? "";
      const approve = async (who: OperatorSession) =>
        (await ops(app, "/api/ops/verifications/:id/decision", { id, decision: "approve" }, who))
          .body;
      expect((await approve(first)).msg).toBe("photos_not_opened");
      await openPhotos(app, id, first);
      expect((await approve(first)).data.state).toBe("proposed");
      expect((await approve(first)).msg).toBe("own_proposal");
      expect((await approve(second)).msg).toBe("photos_not_opened");
      const { items } = await opsAccepted(app, "/api/ops/proposals", {}, second);
      const proposal = { id: items[0]?.id ?? "", decision: "approve" } as const;
      expect(await opsRefused(app, "/api/ops/proposals/:id/decision", proposal, second)).toBe(
        "photos_not_opened",
      );
      expect(await status()).toBe(1);
      await openPhotos(app, id, second);
      expect((await approve(second)).data.state).toBe("approved");
      expect(await status()).toBe(2);
    } finally {
      await app.stop();
      app = simulated;
    }
  });

  it("is one at a time, however many come at once, and nothing of the others stays", async () => {
    const before = (await readdir(documentFolder())).length;
    // Another device of the same customer: one upload at a time is a limit of its own.
    const devices = await Promise.all(
      Array.from({ length: 4 }, () =>
        app.accepted("/user/login", {
          account: customer.account,
          password: "a long pass phrase 7",
        }),
      ),
    );
    const answers = await Promise.all(devices.map((device) => submit({}, device)));
    expect(answers.filter((answer) => answer === "ok")).toHaveLength(1);
    for (const answer of answers) {
      expect(["ok", "overloaded", "verification_under_review"]).toContain(answer);
    }
    expect((await readdir(documentFolder())).length).toBe(before + 2);
    expect(await submit()).toBe("verification_under_review");
  });
});

function documentFolder(): string {
  return join(app.context.settings.dataDir, "documents");
}

describe("what is handed in", () => {
  it("is sealed where it lies: neither photo nor number can be read there", async () => {
    const marked = new File(
      [
        new Uint8Array(
          await sharp({ create: { width: 300, height: 300, channels: 3, background: "red" } })
            .jpeg()
            .toBuffer(),
        ),
      ],
      "me.jpg",
    );
    await submit({ front: marked, id_number: "998877665544" });
    for (const name of await readdir(documentFolder())) {
      const bytes = await readFile(join(documentFolder(), name));
      expect(bytes.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]));
      expect(bytes.includes("JFIF")).toBe(false);
      expect(name).not.toContain(customer.account);
    }
    const [dump] = await rows(
      app.context.database.reader,
      sql<{
        text: string;
      }>`SELECT string_agg(v::text, ' ') || string_agg(encode(id_number_sealed, 'escape'), ' ') AS text FROM verification v`,
    );
    expect(dump?.text).not.toContain("998877665544");
  });

  it("keeps nothing of a My Number, and no back of its card", async () => {
    const card = { id_type: "my_number_card", id_number: "1234 5678 9018" };
    expect(await submit(card)).toBe("back_photo_not_taken");
    const { back: _back, ...front } = await formOf(card);
    expect(await app.refused("/user/submit-verification", front, customer)).toBe("ok");
    const stored = await rows(
      app.context.database.reader,
      sql<object>`SELECT id_number_sealed, id_number_fingerprint, id_number_masked, back_document_id
        FROM verification WHERE id_type = 'my_number_card'`,
    );
    expect(stored).toEqual([
      {
        id_number_sealed: null,
        id_number_fingerprint: null,
        id_number_masked: "************",
        back_document_id: null,
      },
    ]);
    const { id } = await caseOf(customer.account);
    const { id_number: number } = await opsAccepted(
      app,
      "/api/ops/verifications/:id/number",
      { id },
      operator,
    );
    expect(number).toBeNull();
  });

  it.each<[string, string, () => File | Promise<File>]>([
    [
      "a script named .jpg",
      "photo_type_not_accepted",
      () => new File(["<script>alert(1)</script>"], "id.jpg", { type: "image/jpeg" }),
    ],
    [
      "an SVG",
      "photo_type_not_accepted",
      () => new File(['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'], "id.svg"),
    ],
    ["a zip", "photo_type_not_accepted", () => new File(["PK\u0003\u0004"], "id.zip")],
    ["an empty file", "photo_type_not_accepted", () => new File([], "id.jpg")],
    [
      "forty megapixels",
      "photo_pixels_too_many",
      async () =>
        new File(
          [
            new Uint8Array(
              await sharp({ create: { width: 8000, height: 5000, channels: 3, background: "red" } })
                .png()
                .toBuffer(),
            ),
          ],
          "big.png",
        ),
    ],
    [
      "nine megabytes",
      "photo_too_large",
      () => new File([new Uint8Array(9 * 1024 * 1024)], "big.jpg"),
    ],
    ["a stamp", "photo_too_small", () => testPhoto(100, 60)],
    [
      "half a JPEG",
      "photo_unreadable",
      async () => {
        const whole = new Uint8Array(await (await testPhoto(2000, 2000)).arrayBuffer());
        return new File([whole.subarray(0, 400)], "half.jpg");
      },
    ],
  ])("is refused where a photo is %s", async (_what, code, make) => {
    const before = (await readdir(documentFolder())).length;
    const answer = await app.post(
      "/user/submit-verification",
      await formOf({ back: await make() }),
      customer,
    );
    expect(answer.body).toMatchObject({ msg: code, params: { field: "back" } });
    expect((await readdir(documentFolder())).length).toBe(before);
    expect(await status()).toBe(0);
  });

  it("is turned away with 413 where it is larger than any photo", async () => {
    const huge = new File([new Uint8Array(30 * 1024 * 1024)], "huge.jpg");
    const answer = await app.post(
      "/user/submit-verification",
      await formOf({ front: huge }),
      customer,
    );
    expect([answer.code, answer.body.msg]).toEqual([413, "payload_too_large"]);
  });

  it("is not taken over and over again", async () => {
    const answers: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      answers.push(await submit({ front: new File(["x"], "x.jpg") }));
    }
    expect(answers.slice(0, 10)).toEqual(Array(10).fill("photo_type_not_accepted"));
    expect(answers.slice(10)).toEqual(["submit_too_frequent", "submit_too_frequent"]);
  });
});
