import type { CustomerState } from "@sanshi/contract";
import { reasonCodes, reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { customerStates } from "../../../shared/customer-states.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextArea } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { givenReason, noReason, ReasonField, type ReasonChoice } from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Customer } from "./customer-screen.tsx";
import { isLifted } from "./restriction.ts";

type StateDialogProps = { customer: Customer; onClose: () => void };

/** To restrict takes effect at once; to lift a restriction is proposed. The customer reads the reason. */
export function StateDialog({ customer, onClose }: StateDialogProps) {
  const t = useText("customers");
  const queue = useText("queue");
  const words = useText("words");
  const [state, setState] = useState<CustomerState | "">("");
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const [note, setNote] = useState("");
  const { busy, refused, setRefused, submit } = useForm<"state" | "reason" | "note">();
  const change = () => {
    const given = givenReason(reason);
    if (state === "") return setRefused({ state: t("choose_state") });
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/customers/:account/state", {
          account: customer.account,
          state,
          reason: given,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: {
        reason_required: "reason",
        reason_says_nothing: "reason",
        customer_state_unchanged: "state",
      },
      fields: ["state", "reason", "note"],
      done: async (answer) => {
        await refresh(
          "/api/ops/customers/:account",
          "/api/ops/customers/:account/activity",
          "/api/ops/customers/:account/sessions",
          "/api/ops/customers/:account/messages",
          "/api/ops/customers",
          "/api/ops/proposals",
        );
        toast(t(answer.pending === null ? "state_changed" : "state_proposed"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("change_state_of", { account: customer.account })}
      submit={t("change_state")}
      look={state === "active" ? "primary" : "danger"}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void change()}
    >
      <SelectField
        label={t("new_state")}
        placeholder={t("choose_state")}
        value={state}
        onChange={setState}
        options={customerStates
          .filter((value) => value !== customer.state)
          .map((value) => ({ value, label: words(`state_${value}`) }))}
        hint={state === "" ? undefined : words(`state_means_${state}`)}
        refusal={refused.state}
      />
      {state !== "" && (
        <Notice tone="info">
          {t(isLifted(customer.state, state) ? "lifting_is_proposed" : "restricting_is_at_once")}
        </Notice>
      )}
      <ReasonField
        codes={reasonCodes["customer-states"]}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <TextArea
        label={queue("note")}
        hint={queue("note_hint")}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
    </FormDialog>
  );
}
