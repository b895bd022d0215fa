import type { Context } from "../../context.ts";
import { FileAnswer, type Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { readDocument } from "./documents.ts";
import * as store from "./documents.store.ts";
import { notifyOfOperatorAct } from "../../governance/activity/activity.ts";

/** Written down before the picture is read: a look of which no record was kept does not happen. */
export async function viewDocument(
  context: Context,
  { operator, audit, id }: { operator: Operator; audit: Audit; id: bigint },
): Promise<Outcome<FileAnswer>> {
  const document = await context.database.transaction(async (transaction) => {
    const found = await store.findDocument(transaction, id);
    if (found === undefined) return null;
    const at = context.clock.now();
    await store.insertView(transaction, { documentId: id, operatorId: operator.operatorId, at });
    await notifyOfOperatorAct(transaction, {
      customerId: found.customer_id,
      kind: "operator_viewed",
      what: `document_${found.purpose}`,
      at,
    });
    await audit.within(transaction, `document:${id}`, { purpose: found.purpose });
    return found;
  });
  if (document === null) return refuse("document_not_found");
  const bytes = await readDocument(context, document);
  return accept(new FileAnswer(`${document.purpose}-${id}.jpg`, "image/jpeg", bytes));
}
