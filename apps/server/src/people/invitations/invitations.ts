import { randomInt } from "node:crypto";
import type { CallOutput, CheckedInput, OperatorCalls } from "@sanshi/contract";
import type { Context } from "../../context.ts";
import { cursorOf, placeOf } from "../../platform/cursors.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import { normaliseInvitationCode } from "../accounts/accounts.ts";
import * as store from "./invitations.store.ts";

type Input<Path extends keyof OperatorCalls> = CheckedInput<OperatorCalls[Path]>;
type Listed = CallOutput<OperatorCalls["/api/ops/invitations"]>;

export async function invitationsListed(
  context: Context,
  form: Input<"/api/ops/invitations">,
): Promise<Outcome<Listed>> {
  const place = placeOf(form.cursor, "number", "invitation");
  if (place === null) return refuse("invalid_request");
  const typed = (form.q ?? "").trim();
  const limit = Number(form.limit);
  const found = await store.listInvitations(context.database.reader, {
    search: typed === "" ? null : `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    state: form.state,
    before: place === undefined ? null : { place: place[0], code: place[1] },
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const more = found.length > limit && last !== undefined;
  return accept({
    items: shown.map(({ code, inviter, created_at, withdrawn_at, customers }) => ({
      code,
      inviter,
      created_at: new Date(created_at).toISOString(),
      withdrawn_at: withdrawn_at === null ? null : new Date(withdrawn_at).toISOString(),
      customers,
    })),
    next_cursor: more ? cursorOf(last.place, last.code) : null,
  });
}

export function createInvitation(
  context: Context,
  audit: Audit,
  form: Input<"/api/ops/invitations/create">,
): Promise<Outcome<{ code: string }>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const inviter =
      form.inviter === undefined ? null : await store.findCustomerId(transaction, form.inviter);
    if (inviter === undefined) return refuse("customer_not_found");
    const code = normaliseInvitationCode(form.code ?? randomInvitationCode());
    if (!(await store.insertInvitation(transaction, code, inviter?.id ?? null))) {
      return refuse("invitation_exists");
    }
    await audit.within(transaction, code, { inviter: form.inviter ?? null });
    return accept({ code });
  });
}

/** Who registered by it stays registered. */
export function withdrawInvitation(
  context: Context,
  audit: Audit,
  typed: string,
): Promise<Outcome<Record<string, never>>> {
  return transactionUnlessRefused(context.database, async (transaction) => {
    const code = normaliseInvitationCode(typed);
    const found = await store.findInvitation(transaction, code);
    if (found === undefined) return refuse("invitation_not_found");
    if (found.withdrawn_at !== null) return refuse("invitation_withdrawn");
    await store.withdrawInvitation(transaction, code);
    await audit.within(transaction, code);
    return accept({});
  });
}

/** Letters and digits that are not mistaken for one another. */
const codeLetters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
const codeLength = 8;

/** The house's invitation code: the configured one, the one of an earlier start, or a new one. */
export async function ensureInvitationCode(
  context: Pick<Context, "database">,
  configured: string | null,
): Promise<string> {
  const wanted = configured === null ? null : normaliseInvitationCode(configured);
  return context.database.transaction(async (transaction) => {
    const code =
      wanted ?? (await store.firstHouseInvitationCode(transaction)) ?? randomInvitationCode();
    await store.insertInvitation(transaction, code, null);
    return code;
  });
}

function randomInvitationCode(): string {
  return Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join(
    "",
  );
}
