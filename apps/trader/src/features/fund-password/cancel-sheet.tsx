import { Button, Sheet } from "@sanshi/ui";
import { useState } from "react";
import { ask } from "../../shared/api.ts";
import formStyles from "../../shared/form.module.css";
import { fundPasswordResetHours } from "../../shared/limits.ts";
import { refresh } from "../../shared/queries.ts";
import { refusalText, useText } from "../../shared/text.ts";
import { toast } from "../../shared/toast.ts";

type SheetProps = { open: boolean; onClose: () => void };

/** Asks once, because another reset waits as long again; stops whoever asked for this one. */
export function CancelSheet({ open, onClose }: SheetProps) {
  const t = useText("fundPassword");
  const shell = useText("shell");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await ask("/user/cancel-fund-password-reset", {});
    setBusy(false);
    if (!asked.ok) return setRefused(refusalText(asked.refusal));
    toast(t("reset_cancelled"));
    onClose();
    await refresh("/user/fund-password");
  };
  return (
    <Sheet open={open} onClose={onClose} title={t("reset_cancel")} closeLabel={shell("close")}>
      <div className={formStyles["fields"]}>
        <p className={formStyles["lead"]}>
          {t("reset_cancel_question", { hours: fundPasswordResetHours })}
        </p>
        <div role="alert" className={formStyles["refusal"]}>
          {refused}
        </div>
        <Button wide busy={busy} onClick={() => void cancel()}>
          {t("reset_cancel")}
        </Button>
      </div>
    </Sheet>
  );
}
