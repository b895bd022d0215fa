import { refresh } from "../../../shared/queries.ts";
import { refreshSession } from "../../../shared/signing.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";

/** After a change of operators: read anew who there is and how approval stands, and say what happened. */
export function useProposed(): (answer: { pending: unknown }) => Promise<void> {
  const t = useText("operators");
  return async ({ pending }) => {
    await refresh("/api/ops/operators", "/api/ops/proposals");
    await refreshSession();
    toast(t(pending === null ? "changed" : "proposed"));
  };
}
