import { caseCommentLengthMax, type CaseQueue } from "@sanshi/contract/constants";
import { useAttempts } from "@sanshi/web/attempts";
import { useState } from "react";
import { send } from "../api.ts";
import { FormDialog } from "../kit/dialog.tsx";
import { SelectField, TextArea } from "../kit/fields.tsx";
import { useCall } from "../queries.ts";
import { useText } from "../text.ts";
import { toast } from "../toast.ts";
import { useForm } from "../use-form.ts";

export type HandOver = { to: string; body: string };

/** As the call takes it: without words there are none. */
export function handOverForm({ to, body }: HandOver): { to: string; body?: string } {
  return { to, ...(body.trim() !== "" && { body: body.trim() }) };
}

/** Why one of the fields does not do, by the refusal's code. */
export const handOverRefusals = {
  operator_cannot_decide: "to",
  operator_not_found: "to",
  operator_is_oneself: "to",
  comments_too_many: "body",
} as const;

type HandOverDialogProps = {
  queue: CaseQueue;
  id: string;
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** Gives the case to a colleague: what is claimed by oneself or by nobody. */
export function HandOverDialog({ queue, id, onClose, onDone }: HandOverDialogProps) {
  const t = useText("queue");
  const [given, setGiven] = useState<HandOver>({ to: "", body: "" });
  const attempt = useAttempts();
  const { busy, refused, setRefused, submit } = useForm<"to" | "body">();
  const handOver = () => {
    if (given.to === "") return setRefused({ to: t("colleague_needed") });
    return submit({
      send: () =>
        attempt(JSON.stringify([queue, id, given]), (request_id) =>
          send("/api/ops/cases/:queue/:id/hand-over", {
            queue,
            id,
            ...handOverForm(given),
            request_id,
          }),
        ),
      fieldByCode: handOverRefusals,
      fields: ["to", "body"],
      done: async ({ handed_to: to }) => {
        await onDone();
        toast(t("handed_over_to", { operator: to?.email ?? "" }));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("hand_over_title")}
      submit={t("hand_over")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void handOver()}
    >
      <HandOverFields queue={queue} given={given} onChange={setGiven} refused={refused} />
    </FormDialog>
  );
}

type HandOverFieldsProps = {
  queue: CaseQueue;
  given: HandOver;
  onChange: (given: HandOver) => void;
  refused: { to?: string | undefined; body?: string | undefined };
};

export function HandOverFields({ queue, given, onChange, refused }: HandOverFieldsProps) {
  const t = useText("queue");
  const role = useText("roles");
  const colleagues = useCall("/api/ops/cases/:queue/colleagues", { queue });
  const items = colleagues.data?.items ?? [];
  return (
    <>
      <SelectField
        label={t("colleague")}
        hint={
          colleagues.data !== undefined && items.length === 0
            ? t("colleague_none")
            : t("colleague_hint")
        }
        placeholder={t("colleague_choose")}
        value={given.to}
        onChange={(to) => onChange({ ...given, to })}
        options={items.map((one) => ({
          value: one.id,
          label: `${one.email} (${role(one.role)})`,
        }))}
        refusal={refused.to ?? colleagues.error?.message}
      />
      <TextArea
        label={t("hand_over_words")}
        hint={t("note_hint")}
        maxLength={caseCommentLengthMax}
        value={given.body}
        onChange={(body) => onChange({ ...given, body })}
        refusal={refused.body}
      />
    </>
  );
}
