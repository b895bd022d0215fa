import { useRef } from "react";
import { isOutcomeUnknown } from "@sanshi/web/asked";
import type { Asked } from "./api.ts";
import { newRequestId } from "@sanshi/web/request-id";

type Attempt = { form: string; requestId: string };

/**
 * Sends a form under a request id. The same form whose answer never arrived, or leaves open what happened, is
 * sent again under the id that it had, so that it cannot happen twice; whatever was answered is a new intention next time.
 */
export function createAttempts(newId: () => string = newRequestId) {
  let unanswered: Attempt | null = null;
  return async <Data>(
    form: string,
    send: (requestId: string) => Promise<Asked<Data>>,
  ): Promise<Asked<Data>> => {
    const attempt = unanswered?.form === form ? unanswered : { form, requestId: newId() };
    unanswered = attempt;
    const asked = await send(attempt.requestId);
    const isUnknown = !asked.ok && isOutcomeUnknown(asked.refusal);
    if (!isUnknown && unanswered === attempt) unanswered = null;
    return asked;
  };
}

/** The attempts of one form on the screen. */
export function useAttempts(): ReturnType<typeof createAttempts> {
  const attempts = useRef<ReturnType<typeof createAttempts>>(null);
  attempts.current ??= createAttempts();
  return attempts.current;
}
