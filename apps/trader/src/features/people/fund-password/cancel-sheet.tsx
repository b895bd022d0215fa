import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import { fundPasswordResetHours } from "@sanshi/contract/constants";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";

type SheetProps = { open: boolean; onClose: () => void };

/** Asks once, because another reset waits as long again; stops whoever asked for this one. */
export function CancelSheet({ open, onClose }: SheetProps) {
  const t = useText("fundPassword");
  return (
    <ConfirmSheet
      open={open}
      onClose={onClose}
      title={t("reset_cancel")}
      question={t("reset_cancel_question", { hours: fundPasswordResetHours })}
      action={t("reset_cancel")}
      confirm={() => askOnce("/user/cancel-fund-password-reset", {})}
      onDone={() => {
        toast(t("reset_cancelled"));
        void refresh("/user/fund-password");
      }}
    />
  );
}
