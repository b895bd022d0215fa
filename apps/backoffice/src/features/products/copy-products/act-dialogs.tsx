import { reasonCodes } from "@sanshi/contract/reason-codes";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import {
  givenPublicReason,
  noPublicReason,
  PublicReasonField,
  publicReasonRefusals,
  type PublicReasonChoice,
} from "../../../shared/reasons.tsx";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { useDone } from "./use-done.ts";

export type Row = Output<"/api/ops/copy-products">["items"][number];

export function CloseDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText("copyProducts");
  const done = useDone(onClose);
  const { busy, refused, submit } = useForm();
  return (
    <FormDialog
      title={t("close_title", { what: inLanguage(row.names) })}
      submit={t("close")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() =>
        void submit({ send: () => send("/api/ops/copy-products/:id/close", { id: row.id }), done })
      }
    >
      <Notice tone="warn">{t("close_note")}</Notice>
    </FormDialog>
  );
}

export function WindDownDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText("copyProducts");
  const words = useText("words");
  const queue = useText("queue");
  const done = useDone(onClose);
  const [at, setAt] = useState("");
  const [reason, setReason] = useState<PublicReasonChoice>(noPublicReason);
  const { busy, refused, setRefused, submit } = useForm<"reason" | "at">();
  const propose = () => {
    const given = givenPublicReason(reason);
    if (given === null) return setRefused({ reason: queue("reason_needed") });
    const moment = new Date(at);
    if (Number.isNaN(moment.getTime())) return setRefused({ at: t("not_complete") });
    const form = { id: row.id, at: moment.toISOString(), reason: given };
    return submit({
      send: () => send("/api/ops/copy-products/:id/wind-down", form),
      fieldByCode: { ...publicReasonRefusals, copy_notice_too_short: "at" },
      fields: ["reason", "at"],
      done,
    });
  };
  return (
    <FormDialog
      title={t("wind_down_title", { what: inLanguage(row.names) })}
      submit={t("wind_down")}
      look="danger"
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <TextField
        type="datetime-local"
        label={words("field_winds_down_at")}
        value={at}
        onChange={setAt}
        refusal={refused.at}
      />
      <PublicReasonField
        codes={reasonCodes["copy-products"]}
        value={reason}
        onChange={setReason}
        refusal={refused.reason}
      />
      <Notice tone="warn">{t("wind_down_note")}</Notice>
    </FormDialog>
  );
}
