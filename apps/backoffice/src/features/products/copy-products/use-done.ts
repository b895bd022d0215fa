import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";

/** After a proposal: done at once under single approval, else another operator's. */
export function useDone(onClose: () => void): (answer: { state: string }) => Promise<void> {
  const t = useText("copyProducts");
  return async ({ state }) => {
    await refresh("/api/ops/copy-products", "/api/ops/proposals");
    toast(t(state === "approved" ? "done" : "proposed"));
    onClose();
  };
}
