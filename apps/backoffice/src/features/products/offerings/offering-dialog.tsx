import { marketKeys } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { draftOf, emptyOffering, figureNames, formOf, timeNames } from "./offering-draft.ts";

type Draft = Output<"/api/ops/offerings/drafts">["items"][number];

/** An offering as it is to be published; nobody but operators sees a draft. */
export function OfferingDialog({ saved, onClose }: { saved: Draft | null; onClose: () => void }) {
  const t = useText("offerings");
  const words = useText("words");
  const [draft, setDraft] = useState(saved === null ? emptyOffering : draftOf(saved.form));
  const { busy, refused, setRefused, submit } = useForm<"form">();
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    const form = formOf(draft);
    if (form === null) return setRefused({ form: t("not_complete") });
    return submit({
      send: () =>
        send("/api/ops/offerings/draft", { ...(saved !== null && { id: saved.id }), form }),
      done: async () => {
        await refresh("/api/ops/offerings/drafts");
        toast(t("saved"));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("write")}
      wide
      submit={t("save")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <SelectField
        label={t("market")}
        value={draft.type}
        onChange={(type) => change({ type })}
        options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
      />
      <TextField
        label={words("field_stock_code")}
        maxLength={12}
        value={draft.code}
        onChange={(code) => change({ code })}
      />
      {(["name_jp", "name_cn", "name_us"] as const).map((name) => (
        <TextField
          key={name}
          label={words(`field_${name}`)}
          maxLength={80}
          value={draft[name]}
          onChange={(text) => change({ [name]: text })}
        />
      ))}
      {(["sponsor", "prospectus", ...figureNames] as const).map((name) => (
        <TextField
          key={name}
          label={words(`field_${name}`)}
          hint={name === "price_high" ? t("same_price") : undefined}
          value={draft[name]}
          onChange={(text) => change({ [name]: text })}
        />
      ))}
      <SelectField
        label={words("field_rule")}
        value={draft.rule}
        onChange={(rule) => change({ rule })}
        options={(["equal", "by_lot"] as const).map((value) => ({
          value,
          label: t(`rule_${value}`),
        }))}
      />
      <CheckField checked={draft.asks_money} onChange={(asks) => change({ asks_money: asks })}>
        {words("field_asks_money")}
      </CheckField>
      {timeNames.map((name) => (
        <TextField
          key={name}
          type="datetime-local"
          label={words(`field_${name}`)}
          hint={t("time_hint")}
          value={draft[name]}
          onChange={(text) => change({ [name]: text })}
        />
      ))}
    </FormDialog>
  );
}
