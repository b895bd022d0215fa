import { reasonCodes, reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextArea } from "../../../shared/kit/fields.tsx";
import { refresh } from "../../../shared/queries.ts";
import {
  givenPublicReason,
  noPublicReason,
  PublicReasonField,
  publicReasonRefusals,
  type PublicReasonChoice,
} from "../../../shared/reasons.tsx";
import { actsAlone } from "../../../shared/may.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Fees } from "./commission-draft.ts";

type WithdrawDialogProps = { fees: Fees; from: string; onClose: () => void };

/** What is planned for a day does not come; it was announced, so it takes two as well. */
export function WithdrawDialog({ fees, from, onClose }: WithdrawDialogProps) {
  const t = useText("fees");
  const queue = useText("queue");
  const me = useMe();
  const [note, setNote] = useState("");
  const [reason, setReason] = useState<PublicReasonChoice>(noPublicReason);
  const { busy, refused, setRefused, submit } = useForm<"reason" | "note">();
  const withdraw = () => {
    const given = givenPublicReason(reason);
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/fees/withdraw", {
          type: fees.type,
          valid_from: from,
          reason: given,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: publicReasonRefusals,
      fields: ["reason", "note"],
      done: async ({ state }) => {
        await refresh("/api/ops/fees", "/api/ops/proposals");
        toast(t(state === "approved" ? "done" : "proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("withdraw_title", { from })}
      submit={t(actsAlone(me) ? "withdraw" : "propose")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void withdraw()}
    >
      <p>{t("withdraw_note")}</p>
      <PublicReasonField
        codes={reasonCodes.settings}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        rows={2}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
    </FormDialog>
  );
}
