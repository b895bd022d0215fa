import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextField } from "../../../shared/kit/fields.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

type PaidDialogProps = { id: string; number: string; onClose: () => void };

/** The bank's reference is what makes a withdrawal paid. */
export function PaidDialog({ id, number, onClose }: PaidDialogProps) {
  const t = useText("withdrawals");
  const [reference, setReference] = useState("");
  const { busy, refused, submit } = useForm<"bank_reference">();
  const confirm = () =>
    submit({
      send: () => send("/api/ops/withdrawals/:id/paid", { id, bank_reference: reference.trim() }),
      fields: ["bank_reference"],
      done: async () => {
        await refresh("/api/ops/withdrawals", "/api/ops/withdrawals/:id");
        toast(t("was_paid"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("paid_title", { number })}
      submit={t("paid")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void confirm()}
    >
      <p>{t("paid_note")}</p>
      <TextField
        label={t("bank_reference")}
        value={reference}
        onChange={setReference}
        refusal={refused.bank_reference}
      />
    </FormDialog>
  );
}
