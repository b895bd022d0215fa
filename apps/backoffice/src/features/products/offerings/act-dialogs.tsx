import { inLanguage } from "@sanshi/web/language";
import { reasonCodes } from "@sanshi/contract/reason-codes";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { PublishDialog, useProposed, WithdrawDialog } from "../../../shared/offers/act-dialogs.tsx";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";

export type Row = Output<"/api/ops/offerings">["items"][number];
export type Draft = Output<"/api/ops/offerings/drafts">["items"][number];

const texts = "offerings";
const changed = ["/api/ops/offerings", "/api/ops/offerings/drafts"] as const;

export function PublishOffering({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  return (
    <PublishDialog
      texts={texts}
      what={`${inLanguage(draft.form.names)} (${draft.form.code})`}
      send={() => send("/api/ops/offerings/propose", { id: draft.id })}
      done={useProposed(texts, changed, onClose)}
      onClose={onClose}
    />
  );
}

export function PriceDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText(texts);
  const done = useProposed(texts, changed, onClose);
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
      title={t("price_title", { what: `${inLanguage(row.names)} (${row.code})` })}
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

export function WithdrawOffering({ row, onClose }: { row: Row; onClose: () => void }) {
  return (
    <WithdrawDialog
      texts={texts}
      what={`${inLanguage(row.names)} (${row.code})`}
      codes={reasonCodes.offerings}
      send={(reason) => send("/api/ops/offerings/:id/withdraw", { id: row.id, reason })}
      done={useProposed(texts, changed, onClose)}
      onClose={onClose}
    />
  );
}
