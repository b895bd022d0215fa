import { reasonCodes } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import {
  codeRefusals,
  givenCode,
  noReason,
  ReasonField,
  type ReasonChoice,
} from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import type { ResetQueue } from "./reset-queue.ts";
import { useForm } from "../../../shared/use-form.ts";

/** For a customer who calls and has not asked: it takes effect at once and needs no second operator. */
type StopDialogProps = { id: string; of: ResetQueue; onClose: () => void };

export function StopDialog({ id, of, onClose }: StopDialogProps) {
  const t = useText("loginResets");
  const queue = useText("queue");
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const { busy, refused, setRefused, submit } = useForm<"reason">();
  const stop = () => {
    const given = givenCode(reason);
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () => send(`/api/ops/${of}/:id/stop`, { id, ...given }),
      fieldByCode: codeRefusals,
      fields: ["reason"],
      done: async () => {
        await refresh(`/api/ops/${of}`, `/api/ops/${of}/:id`);
        toast(t("stopped"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("stop")}
      submit={t("stop")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void stop()}
    >
      <Notice tone="info">{t(of === "factor-resets" ? "stop_note_factors" : "stop_note")}</Notice>
      <ReasonField
        codes={reasonCodes["login-password-resets"]}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
    </FormDialog>
  );
}
