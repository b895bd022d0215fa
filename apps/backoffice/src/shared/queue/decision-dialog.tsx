import type { Decision, ReviewItem } from "@sanshi/contract";
import { reasonCodes, reasonLengthMax, type ReasonQueue } from "@sanshi/contract/reason-codes";
import { useState, type ReactNode } from "react";
import { send } from "../api.ts";
import { FormDialog } from "../kit/dialog.tsx";
import { TextArea } from "../kit/fields.tsx";
import {
  codeRefusals,
  givenCode,
  givenReason,
  InsideReasonField,
  noReason,
  ReasonField,
  type ReasonChoice,
} from "../reasons.tsx";
import { useText } from "../text.ts";
import { toast } from "../toast.ts";
import { useForm } from "../use-form.ts";
import type { QueueName } from "./queue.ts";
import styles from "./queue.module.css";

/** A queue's name as its words have it. */
function wordOf<Name extends string>(queue: Name): Underscored<Name> {
  return queue.replaceAll("-", "_") as Underscored<Name>;
}
type Underscored<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}_${Underscored<Tail>}`
  : Name;

type DecisionDialogProps = {
  queue: QueueName;
  reasons: ReasonQueue;
  one: ReviewItem;
  /** What names the case: an amount, a customer's name, what would change. */
  heading: ReactNode;
  decision: Decision;
  onClose: () => void;
  onDecided: (told: string | null) => Promise<void>;
};

/** Of a queue whose cases are operators' proposals no customer reads why one is rejected. */
export function isBetweenOperators(queue: QueueName): boolean {
  return queue === "proposals" || queue === "journals" || queue === "customer-states";
}

/** As the decision's fields; null while there is none. */
export function reasonFor(
  reason: ReasonChoice,
  isInside: boolean,
): { reason: string; explanation?: string } | null {
  if (!isInside) return givenCode(reason);
  const given = givenReason(reason);
  return given === null ? null : { reason: given };
}

/** A rejection needs a reason of the queue's; a note is for the other operators only. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { queue, reasons, one, heading, decision, onClose, onDecided } = props;
  const { id } = one;
  const t = useText("queue");
  const [reason, setReason] = useState<ReasonChoice>(noReason);
  const [note, setNote] = useState("");
  const { busy, refused, setRefused, submit } = useForm<"reason" | "note">();
  const isRejection = decision === "reject";
  // What an operator proposed is decided between operators.
  const isInside = isBetweenOperators(queue);
  const decide = () => {
    const given = reasonFor(reason, isInside);
    if (isRejection && given === null) return setRefused({ reason: t("reason_needed") });
    return submit({
      // Every queue has the same call for a decision.
      send: () =>
        send(`/api/ops/${queue}/:id/decision` as "/api/ops/proposals/:id/decision", {
          id,
          decision,
          ...(isRejection && given),
          ...(note.trim() !== "" && { note: note.trim() }),
        }),
      fieldByCode: {
        ...codeRefusals,
        holder_unconfirmed: "note",
      },
      fields: ["reason", "note"],
      done: async ({ state, told }) => {
        await onDecided(told ?? null);
        toast(t(`done_${state}`));
        onClose();
      },
    });
  };
  const Field = isInside ? InsideReasonField : ReasonField;
  return (
    <FormDialog
      title={isRejection ? t("reject_title") : t("approve_title")}
      submit={isRejection ? t("reject") : t("approve")}
      look={isRejection ? "danger" : "primary"}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void decide()}
      beside
    >
      <div className={styles["about"]}>
        <strong>{heading}</strong>
        {one.account !== null && <span>{one.account}</span>}
        <p>{t(`happens_${decision}_${wordOf(queue)}`)}</p>
      </div>
      {isRejection && (
        <Field
          codes={reasonCodes[reasons]}
          value={reason}
          onChange={setReason}
          refusal={refused.reason}
        />
      )}
      <TextArea
        label={t("note")}
        hint={t("note_hint")}
        maxLength={reasonLengthMax}
        value={note}
        onChange={setNote}
        refusal={refused.note}
      />
    </FormDialog>
  );
}
