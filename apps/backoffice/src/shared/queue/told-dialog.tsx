import { Button } from "../kit/button.tsx";
import { CopyText } from "../kit/copy-text.tsx";
import { Dialog, DialogBody } from "../kit/dialog.tsx";
import { Notice } from "../kit/panel.tsx";
import { useText } from "../text.ts";

/** The second half of a one-time password: for whoever approved alone, and only now. */
export function ToldDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const t = useText("queue");
  return (
    <Dialog title={t("told_title")} onClose={onClose}>
      <DialogBody>
        <Notice tone="warn">{t("told_note")}</Notice>
        <CopyText text={text} />
        <Button look="primary" onClick={onClose}>
          {t("told_close")}
        </Button>
      </DialogBody>
    </Dialog>
  );
}
