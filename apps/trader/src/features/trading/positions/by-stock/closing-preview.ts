import { useEffect, useState } from "react";
import { RefusedError, type Refusal } from "../../../../shared/api.ts";
import { useCall } from "../../../../shared/queries.ts";
import type { ClosingInput, ClosingPreview } from "./holding.ts";

/** Typing pauses for as long before the server is asked. */
const previewDelayMs = 220;
const previewMsBetween = 4000;

/** Never sent: the query is off while there is no input. */
const emptyInput: ClosingInput = { code: "", side: "long", funding: "cash", kind: "market" };

/** What the closing would bring by now, as the server reckons it; null until it has said so. */
export function useClosingPreview(input: ClosingInput | null): {
  preview: ClosingPreview | null;
  refusal: Refusal | null;
} {
  const form = input === null ? null : JSON.stringify(input);
  const [settled, setSettled] = useState({ input, form });
  useEffect(() => {
    if (settled.form === form) return;
    const timer = window.setTimeout(
      () => setSettled({ input: form === null ? null : JSON.parse(form), form }),
      previewDelayMs,
    );
    return () => window.clearTimeout(timer);
  }, [form, settled.form]);
  const asked = useCall("/trade/preview-close-holding", settled.input ?? emptyInput, {
    quiet: true,
    keep: true,
    staleTime: 1000,
    enabled: settled.input !== null,
    ...(settled.input !== null && { refetchInterval: previewMsBetween }),
  });
  const isCurrent = form !== null && settled.form === form && !asked.isPlaceholderData;
  if (!isCurrent) return { preview: null, refusal: null };
  if (asked.error instanceof RefusedError) return { preview: null, refusal: asked.error.refusal };
  return { preview: asked.data ?? null, refusal: null };
}
