import type { HeldStock } from "@sanshi/contract";
import { Sheet, SkeletonRows } from "@sanshi/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { CloseAnswer, type ClosedPart } from "./close-answer.tsx";

// The form brings the market's fees along; a list that is only looked at does without them.
const loadForm = () => import("./close-form.tsx");
const CloseForm = lazy(async () => ({ default: (await loadForm()).CloseForm }));
const idleMs = 1500;

type CloseSheetProps = { position: HeldStock | null; onClose: () => void };

/** Sells all or a part of a position: first the order, then what came of it. */
export function CloseSheet({ position, onClose }: CloseSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  // What the sheet was opened for stays in it while the list behind it changes.
  const [shown, setShown] = useState<HeldStock | null>(null);
  const [answer, setAnswer] = useState<ClosedPart | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => void loadForm().catch(() => undefined), idleMs);
    return () => window.clearTimeout(timer);
  }, []);
  if (position !== null && position !== shown) {
    setShown(position);
    setAnswer(null);
  }
  const name = shown === null ? "" : inLanguage(shown.names);
  const title = shown?.side === "short" ? t("cover_title", { name }) : t("sell_title", { name });
  return (
    <Sheet open={position !== null} onClose={onClose} title={title} closeLabel={shell("close")}>
      {shown !== null && answer === null && (
        <Suspense fallback={<SkeletonRows count={6} />}>
          <CloseForm position={shown} onAnswer={setAnswer} />
        </Suspense>
      )}
      {shown !== null && answer !== null && (
        <CloseAnswer position={shown} answer={answer} onDone={onClose} />
      )}
    </Sheet>
  );
}
