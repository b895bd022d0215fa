import type { HeldStock } from "@sanshi/contract";
import { Sheet, SkeletonRows } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";

const BracketForm = lazy(async () => ({
  default: (await import("./bracket-form.tsx")).BracketForm,
}));

type BracketSheetProps = { position: HeldStock | null; onClose: () => void };

/** Where a position closes by itself. */
export function BracketSheet({ position, onClose }: BracketSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const [shown, setShown] = useState<HeldStock | null>(null);
  if (position !== null && position !== shown) setShown(position);
  const name = shown === null ? "" : inLanguage(shown.names);
  return (
    <Sheet
      open={position !== null}
      onClose={onClose}
      title={t("bracket_title", { name })}
      closeLabel={shell("close")}
    >
      {shown !== null && (
        <Suspense fallback={<SkeletonRows count={4} />}>
          <BracketForm position={shown} onDone={onClose} />
        </Suspense>
      )}
    </Sheet>
  );
}
