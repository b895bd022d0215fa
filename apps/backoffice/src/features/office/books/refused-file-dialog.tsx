import { reasonCodes } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { codeRefusals, givenCode, noReason, ReasonField } from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

/** The bank refused the whole file: a second operator has to agree before its withdrawals wait again. */
export function RefusedFileDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText("payments");
  const [reason, setReason] = useState(noReason);
  const { busy, refused, submit } = useForm<"reason">();
  const propose = () =>
    submit({
      send: () =>
        send("/api/ops/payment-files/:id/refuse", {
          id,
          ...(givenCode(reason) ?? { reason: "." }),
        }),
      fieldByCode: codeRefusals,
      done: async () => {
        await refresh("/api/ops/payment-files", "/api/ops/proposals");
        toast(t("proposed"));
        onClose();
      },
    });
  return (
    <FormDialog
      title={t("refuse_of", { number: id })}
      submit={t("refuse")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <ReasonField
        codes={reasonCodes["payment-files"]}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="info">{t("refuse_note")}</Notice>
    </FormDialog>
  );
}
