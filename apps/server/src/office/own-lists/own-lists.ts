import {
  savedViewsMax,
  type CallOutput,
  type CheckedInput,
  type OperatorCalls,
} from "@sanshi/contract";
import type { Context } from "../../context.ts";
import type { Audit } from "../../platform/http/operator-http.ts";
import type { Operator } from "../../platform/operator-sessions.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import { transactionUnlessRefused } from "../../platform/sql/undo-refused.ts";
import * as store from "./own-lists.store.ts";

/** How each operator has their own lists. */

type Base = "/api/ops/me/lists";
type Input<Name extends string> = CheckedInput<
  OperatorCalls[`${Base}/${Name}` & keyof OperatorCalls]
>;
type Lists = CallOutput<OperatorCalls[Base]>;
type Done = Promise<Outcome<Record<string, never>>>;

export async function ownLists({ database }: Context, operator: Operator): Promise<Lists> {
  const { reader } = database;
  const [views, hidden] = await Promise.all([
    store.listViews(reader, operator.operatorId),
    store.listHidden(reader, operator.operatorId),
  ]);
  return {
    views: views.map((view) => ({ ...view, id: view.id.toString() })) as Lists["views"],
    hidden: hidden as Lists["hidden"],
  };
}

/** A name that the operator has already stands for these filters from now on. */
export function saveView(
  { database }: Context,
  operator: Operator,
  audit: Audit,
  { list, name: typed, search, replaces }: Input<"view">,
): Promise<Outcome<Lists["views"][number]>> {
  return transactionUnlessRefused(database, async (transaction) => {
    const name = typed.trim();
    if (name === "") return refuse("view_name_missing");
    const { operatorId } = operator;
    if (
      replaces !== undefined &&
      !(await store.deleteView(transaction, operatorId, BigInt(replaces)))
    ) {
      return refuse("view_not_found");
    }
    const id = await store.keepView(transaction, { operatorId, list, name, search });
    if ((await store.countViews(transaction, operatorId, list)) > savedViewsMax) {
      return refuse("views_too_many", { count: String(savedViewsMax) });
    }
    await audit.within(transaction, "own lists", { list, name, search });
    return accept({ id: id.toString(), list, name, search });
  });
}

export function removeView(
  { database }: Context,
  operator: Operator,
  audit: Audit,
  { id }: Input<"view/remove">,
): Done {
  return transactionUnlessRefused(database, async (transaction) => {
    const removed = await store.deleteView(transaction, operator.operatorId, BigInt(id));
    if (!removed) return refuse("view_not_found");
    await audit.within(transaction, "own lists", { view: id });
    return accept({});
  });
}

export function chooseColumns(
  { database }: Context,
  operator: Operator,
  audit: Audit,
  { list, hidden }: Input<"columns">,
): Done {
  return transactionUnlessRefused(database, async (transaction) => {
    const columns = [...new Set(hidden)].toSorted();
    await store.keepHidden(transaction, { operatorId: operator.operatorId, list, columns });
    await audit.within(transaction, "own lists", { list, hidden: columns });
    return accept({});
  });
}
