import type { HeldStock } from "@sanshi/contract";
import { useRef, useState } from "react";
import { ask, newRequestId, type Refusal } from "../../shared/api.ts";
import { nextAttempt, type Attempt } from "../../shared/attempt.ts";
import type { CloseForm } from "./close-order.ts";
import type { ClosedPart } from "./close-sheet.tsx";
import { refreshPositions } from "./positions-queries.ts";

/** Sends one closing order per intention, however often the button is pressed. */
export function useCloseOrder(position: HeldStock, onAnswer: (answer: ClosedPart) => void) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const attempt = useRef<Attempt | null>(null);
  const sending = useRef(false);

  async function send(form: CloseForm): Promise<void> {
    // The state is a render behind the finger; the reference is not.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefusal(null);
    const input = {
      id: position.id,
      quantity: form.quantity,
      kind: form.kind,
      ...(form.kind === "limit" && { price: form.price }),
    };
    attempt.current = nextAttempt(attempt.current, JSON.stringify(input), newRequestId);
    const asked = await ask("/trade/close-position", {
      ...input,
      request_id: attempt.current.requestId,
    });
    sending.current = false;
    setBusy(false);
    if (asked.ok || isAnswer(asked.refusal)) attempt.current.answered = true;
    if (asked.ok) {
      onAnswer(asked.data);
      void refreshPositions();
      return;
    }
    setRefusal(asked.refusal);
    if (isPast(asked.refusal)) void refreshPositions();
  }

  return { busy, refusal, clearRefusal: () => setRefusal(null), send };
}

/** Whether the server decided: after a lost line or a fault the order may still have been done. */
function isAnswer({ code, httpStatus }: Refusal): boolean {
  return code !== "network_error" && httpStatus < 500;
}

/** The list on the screen is older than what the server knows. */
function isPast({ code }: Refusal): boolean {
  return (
    code === "position_not_holding" ||
    code === "position_not_found" ||
    code === "quantity_exceeds_position"
  );
}
