import { reasonCodes, reasonLengthMax } from "@sanshi/contract/reason-codes";
import { currencies, type Currency } from "@sanshi/money";
import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import { useAttempts } from "@sanshi/web/attempts";
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
import { actsAlone } from "../../../shared/may.ts";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { HouseLines } from "./house-lines.tsx";
import { balance, cleanAmount, emptyDraft, type JournalDraft } from "./journal-draft.ts";
import { JournalPreview } from "./journal-preview.tsx";
import styles from "./journals.module.css";

type FieldName = "account" | "currency" | "amount" | "reason" | "note";
type JournalDialogProps = { account: string; onClose: () => void };

const isAccount = (typed: string) => /^\d{10}$/.test(typed);

/** The form on one side; on the other what would be booked, and what the customer would have then. */
export function JournalDialog({ account, onClose }: JournalDialogProps) {
  const t = useText("journals");
  const queue = useText("queue");
  const me = useMe();
  const [draft, setDraft] = useState<JournalDraft>({ ...emptyDraft, account });
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const [note, setNote] = useState("");
  // One for as long as the dialog is open: what is sent twice is proposed once.
  const { busy, refused, setRefused, submit } = useForm<FieldName>();
  const attempt = useAttempts();
  const proposed = useProposed(onClose);
  const customer = useCall(
    "/api/ops/customers/:account",
    { account: draft.account },
    { enabled: isAccount(draft.account), staleTime: 0 },
  );
  const change = (some: Partial<JournalDraft>) => setDraft({ ...draft, ...some });
  const propose = () => {
    const balanced = balance(draft);
    const given = givenCode(reason);
    // The server says whether it exists: nobody has to wait until the customer is shown.
    if (!isAccount(draft.account)) return setRefused({ account: t("account_needed") });
    if (balanced === null) return setRefused({ amount: t("amount_needed") });
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    const input = {
      account: draft.account,
      currency: draft.currency,
      postings: [...balanced.postings],
      ...given,
      ...(note.trim() !== "" && { note: note.trim() }),
    };
    return submit({
      send: () =>
        attempt(JSON.stringify(input), (request_id) =>
          send("/api/ops/journals/propose", { ...input, request_id }),
        ),
      fieldByCode: {
        customer_not_found: "account",
        journal_amount_zero: "amount",
        journal_not_balanced: "amount",
        insufficient_balance: "amount",
        ...codeRefusals,
      },
      fields: ["account", "amount", "reason", "note"],
      done: proposed,
    });
  };
  return (
    <FormDialog
      title={t("new")}
      wide
      submit={t(actsAlone(me) ? "book" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <div className={styles["columns"]}>
        <div className={styles["column"]}>
          <TextField
            label={t("account")}
            inputMode="numeric"
            maxLength={10}
            value={draft.account}
            onChange={(typed) => change({ account: cleanAmount(typed) })}
            refusal={refused.account ?? (customer.isError ? customer.error.message : undefined)}
          />
          <div className={styles["pair"]}>
            <TextField
              label={t("amount")}
              inputMode="decimal"
              data-first={account === "" ? undefined : ""}
              value={draft.amount}
              onChange={(amount) => change({ amount })}
              refusal={refused.amount}
              hint={t("amount_hint")}
            />
            <SelectField<Currency>
              label={t("currency")}
              value={draft.currency}
              onChange={(currency) => change({ currency })}
              options={currencies.map((value) => ({ value, label: value }))}
            />
          </div>
          <HouseLines draft={draft} onChange={(house) => change({ house })} />
          <ReasonField
            codes={reasonCodes.journals}
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
        </div>
        <div className={styles["column"]}>
          <JournalPreview draft={draft} customer={customer.data ?? null} />
          <Notice tone="info">{t(actsAlone(me) ? "single_note" : "four_eyes_note")}</Notice>
        </div>
      </div>
    </FormDialog>
  );
}

/** On to the case: it shows what became of the proposal. */
function useProposed(onClose: () => void) {
  const t = useText("journals");
  const navigate = useNavigate();
  return async (answer: { id: string; state: string }) => {
    await refresh(
      "/api/ops/journals",
      "/api/ops/proposals",
      "/api/ops/customers/:account",
      "/api/ops/customers/:account/postings",
    );
    toast(t(answer.state === "approved" ? "booked" : "proposed"));
    onClose();
    void navigate(paths.journal(answer.id), { replace: true });
  };
}
