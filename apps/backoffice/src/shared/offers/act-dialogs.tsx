import { useState } from "react";
import type { Asked } from "../api.ts";
import type { Path } from "../calls.ts";
import { FormDialog } from "../kit/dialog.tsx";
import { Notice } from "../kit/panel.tsx";
import { refresh } from "../queries.ts";
import {
  givenPublicReason,
  noPublicReason,
  PublicReasonField,
  publicReasonRefusals,
  type PublicReasonChoice,
} from "../reasons.tsx";
import { actsAlone } from "../may.ts";
import { useMe } from "../session.ts";
import { useText } from "../text.ts";
import { toast } from "../toast.ts";
import { useForm } from "../use-form.ts";
import type { OfferTexts } from "./offer-texts.ts";

/** After a proposal: done at once under single approval, else another operator's. */
export function useProposed(
  texts: OfferTexts,
  changed: readonly Path[],
  onClose: () => void,
): (answer: { state: string }) => Promise<void> {
  const t = useText(texts);
  return async ({ state }) => {
    await refresh(...changed, "/api/ops/proposals");
    toast(t(state === "approved" ? "done" : "proposed"));
    onClose();
  };
}

type ActProps<Sent> = {
  texts: OfferTexts;
  /** Of what it is, as operators name it. */
  what: string;
  send: Sent;
  done: (answer: { state: string }) => Promise<void>;
  onClose: () => void;
};

export function PublishDialog({
  texts,
  what,
  send,
  done,
  onClose,
}: ActProps<() => Promise<Asked<{ state: string }>>>) {
  const t = useText(texts);
  const me = useMe();
  const { busy, refused, submit } = useForm();
  return (
    <FormDialog
      title={t("publish_title", { what })}
      submit={t(actsAlone(me) ? "publish" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void submit({ send, done })}
    >
      <Notice tone="warn">{t("publish_note")}</Notice>
    </FormDialog>
  );
}

type Given = NonNullable<ReturnType<typeof givenPublicReason>>;

export function WithdrawDialog({
  texts,
  what,
  codes,
  send,
  done,
  onClose,
}: ActProps<(reason: Given) => Promise<Asked<{ state: string }>>> & {
  codes: Parameters<typeof PublicReasonField>[0]["codes"];
}) {
  const t = useText(texts);
  const queue = useText("queue");
  const [reason, setReason] = useState<PublicReasonChoice>(noPublicReason);
  const { busy, refused, setRefused, submit } = useForm<"reason">();
  const propose = () => {
    const given = givenPublicReason(reason);
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () => send(given),
      fieldByCode: publicReasonRefusals,
      fields: ["reason"],
      done,
    });
  };
  return (
    <FormDialog
      title={t("withdraw_title", { what })}
      submit={t("withdraw")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <PublicReasonField
        codes={codes}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="warn">{t("withdraw_note")}</Notice>
    </FormDialog>
  );
}
