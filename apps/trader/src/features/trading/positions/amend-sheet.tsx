import type { HeldStock } from "@sanshi/contract";
import { Sheet, SkeletonRows } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { workingOrderOf, type WorkingOrder } from "./working-order.ts";

const AmendForm = lazy(async () => ({ default: (await import("./amend-form.tsx")).AmendForm }));

type AmendSheetProps = { position: HeldStock | null; onClose: () => void };

/** Changes a working order. */
export function AmendSheet({ position, onClose }: AmendSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  // What the sheet was opened for stays in it while the list behind it changes.
  const [shown, setShown] = useState<{ of: HeldStock; order: WorkingOrder | null } | null>(null);
  if (position !== null && position !== shown?.of) {
    setShown({ of: position, order: workingOrderOf(position) });
  }
  const order = shown?.order ?? null;
  const name = order === null ? "" : inLanguage(order.position.names);
  return (
    <Sheet
      open={position !== null}
      onClose={onClose}
      title={t("amend_title", { name })}
      closeLabel={shell("close")}
    >
      {order !== null && (
        <Suspense fallback={<SkeletonRows count={4} />}>
          <AmendForm order={order} onDone={onClose} />
        </Suspense>
      )}
    </Sheet>
  );
}
