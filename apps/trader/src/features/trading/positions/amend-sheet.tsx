import { Sheet, SkeletonRows } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import type { WorkingOrder } from "./working-order.ts";

const AmendForm = lazy(async () => ({ default: (await import("./amend-form.tsx")).AmendForm }));

type AmendSheetProps = { order: WorkingOrder | null; onClose: () => void };

/** Changes a working order. */
export function AmendSheet({ order, onClose }: AmendSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  // What the sheet was opened for stays in it while the list behind it changes.
  const [shown, setShown] = useState<WorkingOrder | null>(null);
  if (order !== null && order !== shown) setShown(order);
  const name = shown === null ? "" : inLanguage(shown.position.names);
  return (
    <Sheet
      open={order !== null}
      onClose={onClose}
      title={t("amend_title", { name })}
      closeLabel={shell("close")}
    >
      {shown !== null && (
        <Suspense fallback={<SkeletonRows count={4} />}>
          <AmendForm key={shown.id} order={shown} onDone={onClose} />
        </Suspense>
      )}
    </Sheet>
  );
}
