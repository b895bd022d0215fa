import type { HeldStock } from "@sanshi/contract";
import { Sheet, SkeletonRows } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { stockName } from "../../../shared/language.ts";
import { useText } from "../../../shared/text.ts";

const ExitsForm = lazy(async () => ({ default: (await import("./exits-form.tsx")).ExitsForm }));

type ExitsSheetProps = { position: HeldStock | null; onClose: () => void };

/** Where a position closes by itself. */
export function ExitsSheet({ position, onClose }: ExitsSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const [shown, setShown] = useState<HeldStock | null>(null);
  if (position !== null && position !== shown) setShown(position);
  const name = shown === null ? "" : stockName(shown.names);
  return (
    <Sheet
      open={position !== null}
      onClose={onClose}
      title={t("exits_title", { name })}
      closeLabel={shell("close")}
    >
      {shown !== null && (
        <Suspense fallback={<SkeletonRows count={4} />}>
          <ExitsForm position={shown} onDone={onClose} />
        </Suspense>
      )}
    </Sheet>
  );
}
