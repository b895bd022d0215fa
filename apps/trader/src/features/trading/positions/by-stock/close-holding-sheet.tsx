import { Sheet, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { lazy, Suspense, useState } from "react";
import { useText } from "../../../../shared/text.ts";
import { ClosedHoldingAnswer } from "./closed-holding-answer.tsx";
import type { ClosedHolding, Holding } from "./holding.ts";

// As with a single position: a list that is only looked at does without the form.
const CloseHoldingForm = lazy(async () => ({
  default: (await import("./close-holding-form.tsx")).CloseHoldingForm,
}));

type CloseHoldingSheetProps = { holding: Holding | null; onClose: () => void };

/** Sells so many shares of a stock, or buys them back: first the order, then what came of it. */
export function CloseHoldingSheet({ holding, onClose }: CloseHoldingSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  // What the sheet was opened for stays in it while the list behind it changes.
  const [shown, setShown] = useState<Holding | null>(null);
  const [answer, setAnswer] = useState<ClosedHolding | null>(null);
  if (holding !== null && holding !== shown) {
    setShown(holding);
    setAnswer(null);
  }
  const name = shown === null ? "" : inLanguage(shown.names);
  const title = t(shown?.side === "short" ? "cover_title" : "sell_title", { name });
  return (
    <Sheet open={holding !== null} onClose={onClose} title={title} closeLabel={shell("close")}>
      {shown !== null && answer === null && (
        <Suspense fallback={<SkeletonRows count={6} />}>
          <CloseHoldingForm holding={shown} onAnswer={setAnswer} />
        </Suspense>
      )}
      {shown !== null && answer !== null && (
        <ClosedHoldingAnswer holding={shown} answer={answer} onDone={onClose} />
      )}
    </Sheet>
  );
}
