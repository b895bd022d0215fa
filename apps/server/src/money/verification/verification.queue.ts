import { verificationStatuses, type IdType } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { sql, type Reader, type Transaction } from "../../platform/sql/database.ts";
import { countSameUploads, hasOpened } from "../../people/documents/documents.ts";
import { sendMessage } from "../../people/messages/messages.ts";
import {
  type CarriedOut,
  serveRecordQueue,
  recordDecisions,
  type Handlers,
  type RecordQueue,
} from "../../governance/approvals/approvals.ts";
import { numberPurpose } from "./verification.ts";
import { setVerification } from "../../people/accounts/accounts.ts";
import * as store from "./verification.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { reasonParams } from "../../governance/reasons/reasons.ts";

type Own = {
  status: number;
  name: string;
  name_kana: string | null;
  id_type: IdType;
  id_number_masked: string;
  front: string;
  back: string | null;
};

/** Reviewers' part: the queue, and the number that only the detail shows. */
const verificationQueue: RecordQueue<Own> = {
  name: "verifications",
  reasons: "verifications",
  dueHours: null,
  states: { "1": "open", "2": "approved", "3": "rejected" },
  records: sql`SELECT id, customer_id,
      CASE status WHEN 1 THEN 'open' WHEN 2 THEN 'approved' ELSE 'rejected' END AS state,
      submitted_at, due_at AS promised_by, lower(name || ' ' || coalesce(name_kana, '')) AS search, NULL::numeric AS amount,
      status, name, name_kana, id_type, id_number_masked,
      front_document_id::text AS front, back_document_id::text AS back
    FROM verification`,
  item: ({ status, name, name_kana, id_type, id_number_masked, front, back }) => ({
    status,
    name,
    name_kana,
    id_type,
    id_number_masked,
    front_document_id: front,
    back_document_id: back,
  }),
  detail: (_context, reader, { id, customer_id, own }) =>
    detailOf(reader, id, customer_id ?? 0n, own),
  lock: async (_context, transaction, id) => {
    const found = await store.lockVerification(transaction, id);
    if (found === undefined) return undefined;
    return found.status === verificationStatuses.under_review ? "open" : "approved";
  },
  // Whoever decides has looked at all that was handed in, the second of two as well.
  object: async (transaction, { id, operatorId }) => {
    const photos = await store.photosOf(transaction, id);
    return (await hasOpened(transaction, operatorId, photos)) ? null : "photos_not_opened";
  },
  // Who somebody is decides where money may go: where money is real nobody says it alone, and nowhere that two
  // accounts are of one person.
  needsFourEyes: async ({ feed }, transaction, id, decision) =>
    decision === "approve" &&
    (feed.kind !== "simulated" || (await store.accountsOfSameNumber(transaction, id)).length > 0),
  differences: async (transaction, id) => {
    const found = await store.lockVerification(transaction, id);
    return found === undefined ? [] : [{ field: "name", before: null, after: found.name }];
  },
  decide: carryOut,
};

export const verificationDecisions: Handlers<"review:verifications"> = {
  "review:verifications": recordDecisions(verificationQueue),
};

export function serveVerificationQueue(context: Context): void {
  serveRecordQueue(context, verificationQueue);
  context.operatorHttp.handle("/api/ops/verifications/:id/number", async ({ input, audit }) => {
    const id = BigInt(input.id);
    return context.database.transaction(async (transaction) => {
      const found = await store.findSealedNumber(transaction, id);
      if (found === undefined) return refuse("review_not_found");
      const { customer_id: customerId, id_number_sealed: sealed } = found;
      const at = context.clock.now();
      await notifyOfOperatorAct(transaction, {
        customerId,
        kind: "operator_viewed",
        what: "id_number",
        at,
      });
      await audit.within(transaction, `verifications:${id}`, { viewed: "id_number" });
      const number = sealed && context.sealer.open(sealed, numberPurpose(customerId));
      return accept({ id_number: number?.toString() ?? null });
    });
  });
}

async function detailOf(reader: Reader, id: bigint, customerId: bigint, own: Own) {
  const documents = [own.front, own.back].filter((document) => document !== null);
  const [accounts, earlier, ...sameFiles] = await Promise.all([
    store.accountsOfSameNumber(reader, id),
    store.earlierVerifications(reader, customerId, id),
    ...documents.map((document) => countSameUploads(reader, BigInt(document))),
  ]);
  return {
    same_number_accounts: accounts,
    same_files_before: sameFiles.reduce((total, count) => total + count, 0),
    earlier: earlier.map((one) => ({
      id: one.id.toString(),
      status: one.status,
      name: one.name,
      submitted_at: new Date(one.submitted_at).toISOString(),
      reason_code: one.reason_code,
    })),
  };
}

async function carryOut(
  _context: Context,
  transaction: Transaction,
  { id, decision, reason, at }: CarriedOut,
): Promise<Outcome<null>> {
  const found = await store.lockVerification(transaction, id);
  if (found === undefined) return refuse("review_not_found");
  const customerId = found.customer_id;
  const isApproved = decision === "approve";
  const status = isApproved ? verificationStatuses.verified : verificationStatuses.failed;
  const given = isApproved ? null : reason;
  await store.decideVerification(transaction, { id, status, reason: given, at });
  await setVerification(transaction, customerId, status);
  const kind = isApproved ? "verification_approved" : "verification_rejected";
  await sendMessage(transaction, {
    customerId,
    kind,
    params: reasonParams(given),
    link: "/mine/verified",
    at,
  });
  await notifyOfOperatorAct(transaction, {
    customerId,
    kind: "operator_acted",
    what: kind,
    reason: given,
    at,
  });
  return accept(null);
}
