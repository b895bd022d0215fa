import type { CallOutput, Calls } from "@sanshi/contract";
import { useCallback, useRef, useState } from "react";
import { ask, newRequestId, toastRefusal } from "../../../shared/api.ts";
import { isOutcomeUnknown, nextAttempt, type Attempt } from "../../../shared/attempt.ts";
import { refresh } from "../../../shared/queries.ts";
import { fieldOfRefusal } from "./order-refusals.ts";
import type { OrderInput } from "./order-ticket.ts";
import type { RefusedForm } from "./order-view.ts";

export type PlacedOrder = CallOutput<Calls["/trade/place-order"]>;

export type Placing =
  | { step: "entering"; refused: RefusedForm | null }
  | { step: "sending"; input: OrderInput }
  | { step: "unknown"; input: OrderInput }
  | { step: "placed"; order: PlacedOrder; input: OrderInput };

// Outlives the sheet: whoever closes it over an unknown answer and tries again sends the same id.
const unanswered = new Map<string, Attempt>();

/** Places an order once, however often the button is pressed and the line breaks. */
export function usePlacing() {
  const [placing, setPlacing] = useState<Placing>({ step: "entering", refused: null });
  const isSending = useRef(false);
  const place = useCallback(async (input: OrderInput) => {
    if (isSending.current) return;
    isSending.current = true;
    setPlacing({ step: "sending", input });
    const form = JSON.stringify(input);
    const attempt = nextAttempt(unanswered.get(form) ?? null, form, newRequestId);
    unanswered.set(form, attempt);
    const answer = await ask("/trade/place-order", { ...input, request_id: attempt.requestId });
    isSending.current = false;
    if (!answer.ok && isOutcomeUnknown(answer.refusal)) {
      setPlacing({ step: "unknown", input });
      return;
    }
    unanswered.delete(form);
    if (answer.ok) {
      setPlacing({ step: "placed", order: answer.data, input });
      void refresh(
        "/user/assets",
        "/user/getUserinfo",
        "/trade/userstocklist",
        "/trade/fills",
        "/trade/margin",
      );
      return;
    }
    if (fieldOfRefusal(answer.refusal) === null) toastRefusal(answer.refusal);
    setPlacing({ step: "entering", refused: { form, refusal: answer.refusal } });
  }, []);
  return { placing, place };
}
