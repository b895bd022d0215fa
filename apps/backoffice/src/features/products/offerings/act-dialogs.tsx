import { reasonCodes } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import {
  givenPublicReason,
  noPublicReason,
  PublicReasonField,
  publicReasonRefusals,
  type PublicReasonChoice,
} from "../../../shared/reasons.tsx";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";

export type Row = Output<"/api/ops/offerings">["items"][number];
export type Draft = Output<"/api/ops/offerings/drafts">["items"][number];

/** After a proposal: done at once under single approval, else another operator's. */
function useDone(onClose: () => void) {
  const t = useText("offerings");
  return async ({ state }: { state: string }) => {
    await refresh("/api/ops/offerings", "/api/ops/offerings/drafts", "/api/ops/proposals");
    toast(t(state === "approved" ? "done" : "proposed"));
    onClose();
  };
}

export function PublishDialog({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const t = useText("offerings");
  const me = useMe();
  const done = useDone(onClose);
  const { busy, refused, submit } = useForm();
  const what = `${draft.form.names.us} (${draft.form.code})`;
  return (
    <FormDialog
      title={t("publish_title", { what })}
      submit={t(me.single_approval ? "publish" : "propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() =>
        void submit({ send: () => send("/api/ops/offerings/propose", { id: draft.id }), done })
      }
    >
      <Notice tone="warn">{t("publish_note")}</Notice>
    </FormDialog>
  );
}

export function PriceDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText("offerings");
  const done = useDone(onClose);
  const [price, setPrice] = useState("");
  const { busy, refused, submit } = useForm<"price">();
  const propose = () =>
    submit({
      send: () =>
        send("/api/ops/offerings/:id/price", {
          id: row.id,
          price: price.normalize("NFKC").replaceAll(/[\s,]/g, ""),
        }),
      fieldByCode: { offering_price_wrong: "price" },
      fields: ["price"],
      done,
    });
  return (
    <FormDialog
      title={t("price_title", { what: `${row.names.us} (${row.code})` })}
      submit={t("set_price")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <TextField
        label={t("price")}
        hint={`${row.provisional_low} – ${row.provisional_high}`}
        inputMode="decimal"
        value={price}
        onChange={setPrice}
        refusal={refused.price}
      />
      <Notice tone="info">{t("price_note")}</Notice>
    </FormDialog>
  );
}

export function WithdrawDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText("offerings");
  const queue = useText("queue");
  const done = useDone(onClose);
  const [reason, setReason] = useState<PublicReasonChoice>(noPublicReason);
  const { busy, refused, setRefused, submit } = useForm<"reason">();
  const propose = () => {
    const given = givenPublicReason(reason);
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    return submit({
      send: () => send("/api/ops/offerings/:id/withdraw", { id: row.id, reason: given }),
      fieldByCode: publicReasonRefusals,
      fields: ["reason"],
      done,
    });
  };
  return (
    <FormDialog
      title={t("withdraw_title", { what: `${row.names.us} (${row.code})` })}
      submit={t("withdraw")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <PublicReasonField
        codes={reasonCodes.offerings}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="warn">{t("withdraw_note")}</Notice>
    </FormDialog>
  );
}
