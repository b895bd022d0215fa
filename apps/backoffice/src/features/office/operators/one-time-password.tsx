import { Button } from "../../../shared/kit/button.tsx";
import { CopyText } from "../../../shared/kit/copy-text.tsx";
import { Dialog, DialogBody } from "../../../shared/kit/dialog.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { useText } from "../../../shared/text.ts";

/** While another operator has to approve it, only its first half. */
export type HandedOver = { one_time_password: string; pending: unknown };

type OneTimePasswordProps = { title: string; made: HandedOver; onClose: () => void };

export function OneTimePassword({ title, made, onClose }: OneTimePasswordProps) {
  const t = useText("operators");
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogBody>
        <Notice tone="warn">{t(made.pending === null ? "one_time_note" : "half_note")}</Notice>
        <CopyText text={made.one_time_password} />
        <Button look="primary" onClick={onClose}>
          {t("done")}
        </Button>
      </DialogBody>
    </Dialog>
  );
}
