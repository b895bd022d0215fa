import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startTestApplication,
  type TestApplication,
} from "../../../../../tests/support/test-application.ts";
import { newOperator } from "../../../../../tests/support/test-operators.ts";
import { rows, sql } from "../../platform/sql/database.ts";
import {
  findPendingProposal,
  insertProposal,
  lockPendingProposal,
  proposalCases,
  type StoredProposal,
} from "./proposals.store.ts";

let app: TestApplication;
let proposer: bigint;
beforeAll(async () => {
  app = await startTestApplication();
  const { email } = await newOperator(app, "reviewer");
  const found = await sql<{ id: bigint }>`SELECT id FROM operator WHERE email = ${email}`.execute(
    app.context.database.reader,
  );
  proposer = found.rows[0]?.id ?? 0n;
});
afterAll(() => app.stop());

/** A deposit and a withdrawal may have the same number. */
const subject = "7";
const kinds = ["review:deposits", "review:withdrawals"] as const;

function insert(kind: string): Promise<bigint | undefined> {
  const at = app.context.clock.now();
  const proposal = { kind, subject, customerId: null, input: {}, differences: [], reason: null };
  const rest = { note: "", proposedBy: proposer, at, expiresAt: at + 60_000, approvalsNeeded: 1 };
  return app.context.database.transaction((transaction) =>
    insertProposal(transaction, { ...proposal, ...rest }),
  );
}

describe("the proposal that waits on a subject", () => {
  it("is the one of its kind, read or locked, and none where only another kind waits", async () => {
    const { database } = app.context;
    const read: [string, (kind: string) => Promise<StoredProposal | undefined>][] = [
      ["read", (kind) => findPendingProposal(database.reader, kind, subject)],
      [
        "locked",
        (kind) =>
          database.transaction((transaction) => lockPendingProposal(transaction, kind, subject)),
      ],
    ];
    const [first, second] = [await insert(kinds[0]), await insert(kinds[1])];
    expect(await insert(kinds[0])).toBeUndefined();
    for (const [how, pending] of read) {
      const found = [await pending(kinds[0]), await pending(kinds[1])];
      expect(
        found.map((one) => one?.id),
        how,
      ).toEqual([first, second]);
      expect(await pending("review:verifications"), how).toBeUndefined();
    }
  });
});

describe("the cases of a queue", () => {
  it("are the proposals of its kinds alone, and of every kind where it has all", async () => {
    await insert("commission");
    const { reader } = app.context.database;
    const kindsOf = async (wanted: readonly string[] | null) => {
      const found = await rows(
        reader,
        sql<{ kind: string }>`SELECT kind FROM (${proposalCases(wanted)}) cases ORDER BY kind`,
      );
      return found.map(({ kind }) => kind);
    };
    expect(await kindsOf(["commission"])).toEqual(["commission"]);
    expect(await kindsOf(kinds)).toEqual([...kinds]);
    expect(await kindsOf(["journal"])).toEqual([]);
    expect(await kindsOf(null)).toEqual(["commission", ...kinds]);
  });
});
