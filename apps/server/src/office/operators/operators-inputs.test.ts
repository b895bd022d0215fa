import { describe, expect, it } from "vitest";
import {
  expectUnchanged,
  faultOf,
  inventedCursors,
  operatorsCalls,
  type DescribedCall,
} from "../../../../../tests/support/every-call.ts";
import {
  byUrl,
  methodOf,
  sendAs,
  soundForm,
  tryEach,
  startOperatorsDesk,
  type Tried,
} from "../../../../../tests/support/operators-desk.ts";
import { rows, sql } from "../../platform/sql/database.ts";

/** Every operators' call × reasons that say nothing, invented cursors and endless bodies. */
const desk = startOperatorsDesk();
const send = sendAs.bind(null, desk);

describe("a reason that says nothing is none", () => {
  const rejects = ({ fields }: DescribedCall) =>
    fields.includes("decision") ? { decision: "reject" } : {};
  const taken = operatorsCalls.filter(({ fields }) => fields.includes("reason"));
  it("wherever one is taken", () => {
    expect(taken.length).toBeGreaterThan(8);
  });
  it.each(byUrl(taken))("%s", async (_url, one) => {
    for (const reason of [".", "aaaa aaaa", " ", "other"]) {
      const answer = await send(one, { ...soundForm(one), ...rejects(one), reason }, desk.admin);
      const { msg } = answer.json() as { msg: string };
      expect(`${reason}: ${msg}`).toMatch(
        /: (reason_required|reason_code_required|reason_says_nothing|reason_languages_missing)$/,
      );
    }
  });
  expectUnchanged(() => desk.app);
});

describe("a cursor that no page ended with is malformed", () => {
  const lists = operatorsCalls.filter(({ fields }) => fields.includes("cursor"));
  it.each(byUrl(lists))("%s", async (_url, one) => {
    // Of a customer who is there: nobody's pages are refused for another reason.
    const { account } = desk.customer;
    const [wallet] = await rows(
      desk.app.context.database.reader,
      sql<{ id: string }>`SELECT ledger_account.id::text AS id FROM ledger_account
        JOIN customer ON customer.id = customer_id WHERE account = ${account} LIMIT 1`,
    );
    const known = {
      ...(one.fields.includes("account") && { account }),
      ...(one.fields.includes("ledger_account") && { ledger_account: wallet?.id }),
    };
    const found = await Promise.all(
      inventedCursors(one).map(async ([name, cursor]) => {
        const answer = await send(one, { ...soundForm(one), ...known, cursor }, desk.admin);
        const fault = faultOf(one.call, answer);
        if (fault === null && answer.statusCode === 400) return [];
        return [`${name}: ${fault ?? answer.statusCode} ${answer.body.slice(0, 100)}`];
      }),
    );
    expect(found.flat()).toEqual([]);
  });
});

describe("a body of 50 MB", () => {
  const huge = Buffer.alloc(50 * 1024 * 1024, "x");
  it.each(byUrl(operatorsCalls.filter((one) => methodOf(one) === "POST")))(
    "is not read: %s",
    async (_url, one) => {
      const attempts: Tried[] = [
        ["too large", () => send(one, soundForm(one), desk.admin, { raw: huge }), [413]],
      ];
      if (one.call.access === "operator") {
        attempts.push([
          "too large, of nobody",
          () => send(one, soundForm(one), {}, { raw: huge }),
          [401],
        ]);
      }
      await tryEach(desk, one, attempts);
    },
  );
  expectUnchanged(() => desk.app);
});
