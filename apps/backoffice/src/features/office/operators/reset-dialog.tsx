import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { OneTimePassword, type HandedOver } from "./one-time-password.tsx";
import type { OperatorRow } from "./operator-row.ts";
import { useProposed } from "./use-proposed.ts";

/** For an operator who lost their password or their second factor. */
export function ResetDialog({ operator, onClose }: { operator: OperatorRow; onClose: () => void }) {
  const t = useText("operators");
  const me = useMe();
  const { email } = operator;
  const [made, setMade] = useState<HandedOver | null>(null);
  const { busy, refused, submit } = useForm();
  const proposed = useProposed();
  if (made !== null) {
    const title = t(made.pending === null ? "reset_done_title" : "half_title", { email });
    return <OneTimePassword title={title} made={made} onClose={onClose} />;
  }
  const reset = () =>
    submit({
      send: () => send("/api/ops/operators/:id/reset", { id: operator.id }),
      done: async (answer) => {
        await proposed(answer);
        setMade(answer);
      },
    });
  return (
    <FormDialog
      title={t("reset_title", { email })}
      submit={t(me.single_approval ? "reset" : "propose")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void reset()}
    >
      <p>{t("reset_note")}</p>
      {!me.single_approval && <Notice tone="info">{t("reset_is_proposed")}</Notice>}
    </FormDialog>
  );
}
