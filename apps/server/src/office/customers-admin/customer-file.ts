import type { CallOutput, CheckedInput, OperatorCalls } from "@sanshi/contract";
import { formatMinor } from "@sanshi/money";
import type { Context } from "../../context.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";
import { assetsOf } from "../../money/assets/assets.ts";
import { cardsOf } from "../../money/cards/cards.ts";
import { verificationsOf } from "../../money/verification/verification.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import * as store from "./customer-file.store.ts";
import type { CaseRow, NoteRow } from "./customer-file.store.ts";
import { look } from "./customers-admin.ts";
import { findCustomerRow } from "./customers-admin.store.ts";

type Base = "/api/ops/customers/:account";
type Path<Name extends string> = `${Base}/${Name}` & keyof OperatorCalls;
type Input<Name extends string> = CheckedInput<OperatorCalls[Path<Name>]>;
type Output<Name extends string> = CallOutput<OperatorCalls[Path<Name>]>;

/** Who the customer is and to whom they withdraw; photos and whole numbers are looks of their own. */
export async function identityOf(
  context: Context,
  { account }: Input<"identity">,
): Promise<Outcome<Output<"identity">>> {
  const looked = await look(context, account, "identity");
  if (!looked.ok) return looked;
  const { id: customerId } = looked.value;
  const [verifications, cards] = await Promise.all([
    verificationsOf(context.database.reader, customerId),
    cardsOf(context, { customerId }),
  ]);
  return accept({ verifications, cards });
}

export async function assetsOfCustomer(
  context: Context,
  { account, currency }: Input<"assets">,
): Promise<Outcome<Output<"assets">>> {
  const looked = await look(context, account, "assets");
  if (!looked.ok) return looked;
  return accept(await assetsOf(context, { customerId: looked.value.id }, currency));
}

export async function casesOf(
  context: Context,
  { account }: Input<"cases">,
): Promise<Outcome<Output<"cases">>> {
  const looked = await look(context, account, "cases");
  if (!looked.ok) return looked;
  const found = await store.listCases(context.database.reader, looked.value.id);
  return accept({ items: found.map(caseOnWire) });
}

function caseOnWire(row: CaseRow): Output<"cases">["items"][number] {
  const { kind, id, about, amount, currency, since, due_at } = row;
  return {
    kind,
    about,
    currency,
    id: id === null ? null : id.toString(),
    amount: amount === null || currency === null ? null : formatMinor(amount, currency),
    since: new Date(since).toISOString(),
    due_at: due_at === null ? null : new Date(due_at).toISOString(),
  };
}

/** The customer learns that somebody looked at notes about them, and not what they say. */
export async function notesOf(
  context: Context,
  form: Input<"notes">,
): Promise<Outcome<Output<"notes">>> {
  const place = placeOf(form.cursor, "number");
  if (place === null) return refuse("invalid_request");
  const looked = await look(context, form.account, "notes");
  if (!looked.ok) return looked;
  const limit = Number(form.limit);
  const found = await store.listNotes(context.database.reader, {
    customerId: looked.value.id,
    before: place?.[0] ?? null,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({ items: shown.map(noteOnWire), next_cursor: more ? cursorOf(last.id) : null });
}

/** The same request id notes once. */
export function addNote(
  { database, clock }: Context,
  operator: Operator,
  audit: Audit,
  { account, body, request_id: requestId }: Input<"notes/add">,
): Promise<Outcome<Output<"notes/add">>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const customer = await findCustomerRow(transaction, account);
    if (customer === undefined) return refuse("customer_not_found");
    const text = body.trim();
    if (text === "") return refuse("note_says_nothing");
    const at = clock.now();
    const id = await store.insertNote(transaction, {
      customerId: customer.id,
      body: text,
      by: operator.operatorId,
      role: operator.role,
      requestId,
      at,
    });
    const kept = await store.findNote(transaction, requestId);
    if (kept === undefined) throw new Error("a note was not kept");
    const isSame =
      kept.customer_id === customer.id &&
      kept.written_by === operator.operatorId &&
      kept.body === text;
    if (!isSame) return refuse("request_id_reused");
    if (id !== undefined) {
      await notifyOfOperatorAct(transaction, {
        customerId: customer.id,
        kind: "operator_acted",
        what: "note_added",
        at,
      });
      await audit.within(transaction, account, { note: id.toString(), body: text });
    }
    return accept(noteOnWire(kept));
  });
}

function noteOnWire({ id, body, writer, role, written_at }: NoteRow): Output<"notes/add"> {
  const at = new Date(written_at).toISOString();
  return { id: id.toString(), body, written_by: writer, role, at };
}
