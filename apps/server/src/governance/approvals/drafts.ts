import {
  iso,
  type Difference,
  type ProposalInputs,
  type ProposalKind,
  type Reason,
} from "@sanshi/contract";
import type { AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Reader, Transaction } from "../../platform/sql/database.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import type { Proposed } from "./pending.ts";
import { propose } from "./proposing.ts";

/** What operators write before two of them publish it: each kind keeps its drafts in a table of its own. */

/** Kinds whose form is of one stock. */
type OfStock = {
  [Kind in ProposalKind]: ProposalInputs[Kind] extends { type: string; code: string }
    ? Kind
    : never;
}[ProposalKind];

type StoredDraft<Form> = { id: bigint; form: Form; saved_at: number; email: string };

export type DraftBook<Kind extends OfStock> = {
  kind: Kind;
  notFound: AnyRefusalCode;
  store: {
    drafts(reader: Reader, limit: number): Promise<StoredDraft<ProposalInputs[Kind]>[]>;
    findDraft(reader: Reader, id: bigint): Promise<StoredDraft<ProposalInputs[Kind]> | undefined>;
    insertDraft(transaction: Transaction, draft: Written<Kind>): Promise<bigint>;
    updateDraft(transaction: Transaction, draft: Written<Kind> & { id: bigint }): Promise<boolean>;
  };
};

type Written<Kind extends OfStock> = { form: ProposalInputs[Kind]; by: bigint; at: number };

const draftsMax = 100;

export async function draftsListed<Kind extends OfStock>(
  { database }: Pick<Context, "database">,
  { store }: DraftBook<Kind>,
) {
  const found = await store.drafts(database.reader, draftsMax);
  return {
    items: found.map(({ id, form, saved_at, email }) => ({
      id: id.toString(),
      form,
      saved_at: iso(saved_at),
      saved_by: email,
    })),
  };
}

export function saveDraft<Kind extends OfStock>(
  { database, clock }: Pick<Context, "database" | "clock">,
  { store, notFound }: DraftBook<Kind>,
  { operatorId: by }: Operator,
  { id, form }: { id?: string | undefined; form: ProposalInputs[Kind] },
): Promise<Outcome<{ id: string }>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const at = clock.now();
    if (id === undefined) {
      return accept({ id: (await store.insertDraft(transaction, { form, by, at })).toString() });
    }
    const isKept = await store.updateDraft(transaction, { id: BigInt(id), form, by, at });
    return isKept ? accept({ id }) : refuse(notFound);
  });
}

export function proposeDraft<Kind extends OfStock>(
  context: Context,
  { store, kind, notFound }: DraftBook<Kind>,
  by: { operator: Operator; audit: Audit },
  { id, note = "" }: { id: string; note: string | undefined },
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const draft = await store.findDraft(transaction, BigInt(id));
    if (draft === undefined) return refuse(notFound);
    const subject = `${draft.form.type}:${draft.form.code}`;
    const proposal = { kind, subject, input: draft.form, note };
    const proposed = await propose(context, transaction, by.operator, proposal);
    if (proposed.ok) await by.audit.within(transaction, subject, { proposal: proposed.value.id });
    return proposed;
  });
}

/** That what was published is withdrawn, with a reason that everybody reads. */
export function proposeWithReason<Kind extends ProposalKind>(
  context: Context,
  by: { operator: Operator; audit: Audit },
  asked: { kind: Kind; subject: string; input: ProposalInputs[Kind]; reason: Reason; note: string },
): Promise<Outcome<Proposed>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const proposed = await propose(context, transaction, by.operator, asked);
    if (proposed.ok) {
      const { reason, subject } = asked;
      const said = { proposal: proposed.value.id, reason: reason.texts ?? reason.code };
      await by.audit.within(transaction, subject, said);
    }
    return proposed;
  });
}

type Shown = string | number | boolean | null;

/** What is published, field by field, in an order of its own: what the database keeps of a form has another. */
export function differencesOfForm<Field extends string>(
  form: { type: string; code: string } & Readonly<Record<Field, Shown>>,
  names: { jp: string; cn: string; us: string },
  fields: readonly Field[],
): Difference[] {
  const after: readonly (readonly [field: string, value: Shown])[] = [
    ["market", form.type],
    ["stock_code", form.code],
    ["name_jp", names.jp],
    ["name_cn", names.cn],
    ["name_us", names.us],
    ...fields.map((field) => [field, form[field]] as const),
  ];
  return after.flatMap(([field, value]) =>
    value === null ? [] : [{ field, before: null, after: String(value) }],
  );
}
