import type { CustomerState } from "@sanshi/contract";
import { reasonCodes, reasonLengthMax } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { customerStates } from "@sanshi/contract/constants";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextArea, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import {
  codeRefusals,
  givenCode,
  noReason,
  ReasonField,
  type ReasonChoice,
} from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import type { Customer } from "./customer.ts";
import { isLifted } from "./restriction.ts";

/** For so many hours closing can be barred here; the contract allows any number up to the last. */
const hoursOffered = ["4", "8", "24"] as const;
type Hours = (typeof hoursOffered)[number];
const reviewDaysFirst = "14";
type Terms = { hours: Hours | "none"; days: string };

type StateDialogProps = { customer: Customer; onClose: () => void };

/** To restrict takes effect at once; to lift or renew is proposed. The customer reads all of it but who it was. */
export function StateDialog({ customer, onClose }: StateDialogProps) {
  const t = useText("customers");
  const queue = useText("queue");
  const words = useText("words");
  const [state, setState] = useState<CustomerState | "">("");
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const [terms, setTerms] = useState<Terms>({ hours: "none", days: reviewDaysFirst });
  const [note, setNote] = useState("");
  const { busy, refused, setRefused, submit } = useForm<
    "state" | "reason" | "closing_barred_hours" | "review_in_days" | "note"
  >();
  const change = () => {
    const given = givenCode(reason);
    if (state === "") return setRefused({ state: t("choose_state") });
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () =>
        send("/api/ops/customers/:account/state", {
          account: customer.account,
          state,
          ...(state !== "active" && {
            review_in_days: Number(terms.days),
            ...(terms.hours !== "none" && { closing_barred_hours: Number(terms.hours) }),
          }),
          ...given,
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: {
        ...codeRefusals,
        customer_state_unchanged: "state",
        closing_barred_too_long: "closing_barred_hours",
      },
      fields: ["state", "reason", "review_in_days", "note"],
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
          .filter((value) => value !== "active" || customer.state !== "active")
          .map((value) => {
            const name = words(`state_${value}`);
            return {
              value,
              label: value === customer.state ? t("renew_of", { state: name }) : name,
            };
          })}
        hint={
          state === ""
            ? undefined
            : state === customer.state
              ? t("renew_hint")
              : words(`state_means_${state}`)
        }
        refusal={refused.state}
      />
      {state !== "" && (
        <Notice tone="info">
          {t(
            state === customer.state
              ? "renewing_is_proposed"
              : isLifted(customer.state, state)
                ? "lifting_is_proposed"
                : "restricting_is_at_once",
          )}
        </Notice>
      )}
      {state !== "" && state !== "active" && <PaymentsDue account={customer.account} />}
      {state !== "" && state !== "active" && (
        <TermsFields terms={terms} onChange={setTerms} refused={refused} />
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

/** What the customer still has to pay for: who restricts knows of it before. */
function PaymentsDue({ account }: { account: string }) {
  const t = useText("customers");
  const cases = useCall("/api/ops/customers/:account/cases", { account });
  const due = cases.data?.items.filter(({ kind }) => kind === "new_share_payment") ?? [];
  return due.map(({ about, amount, currency }) => (
    <Notice key={about} tone="warn">
      {t("payments_due", { name: about ?? "", amount: amount ?? "", currency: currency ?? "" })}
    </Notice>
  ));
}

type TermsFieldsProps = {
  terms: Terms;
  onChange: (terms: Terms) => void;
  refused: { closing_barred_hours?: string; review_in_days?: string };
};

/** Until when closing is barred, and when the account is looked at again. */
function TermsFields({ terms, onChange, refused }: TermsFieldsProps) {
  const t = useText("customers");
  return (
    <>
      <SelectField
        label={t("bar_closing")}
        hint={t("bar_hint")}
        value={terms.hours}
        onChange={(hours) => onChange({ ...terms, hours })}
        options={[
          { value: "none" as const, label: t("bar_none") },
          ...hoursOffered.map((value) => ({ value, label: t("bar_hours", { hours: value }) })),
        ]}
        refusal={refused.closing_barred_hours}
      />
      <TextField
        label={t("review_in")}
        hint={t("review_in_hint")}
        maxLength={2}
        value={terms.days}
        onChange={(days) => onChange({ ...terms, days })}
        refusal={refused.review_in_days}
      />
    </>
  );
}
