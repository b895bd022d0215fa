import type { CallOutput, Calls } from "@sanshi/contract";
import { useRef, useState } from "react";
import type { Refusal } from "../../../shared/api.ts";
import { askOnce, type OnceForm } from "../../../shared/ask-once.ts";
import { refreshPositions } from "./positions-queries.ts";

type Path =
  | "/trade/close-position"
  | "/trade/close-holding"
  | "/trade/amend-order"
  | "/trade/set-exits";

/** Sends one change per intention, however often the button is pressed. */
export function useOrderCall<P extends Path>(
  path: P,
  onAnswer: (answer: CallOutput<Calls[P]>) => void,
) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const sending = useRef(false);

  async function send(form: OnceForm<P>): Promise<void> {
    // The state is a render behind the finger; the reference is not.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setRefusal(null);
    const asked = await askOnce<P>(path, form);
    sending.current = false;
    setBusy(false);
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

/** The list on the screen is older than what the server knows. */
function isPast({ code }: Refusal): boolean {
  return (
    code === "position_not_holding" ||
    code === "position_not_found" ||
    code === "order_not_pending" ||
    code === "order_not_found" ||
    code === "quantity_already_filled" ||
    code === "quantity_exceeds_position"
  );
}
