import type { CopyProductForm } from "@sanshi/contract";
import { copyStrategies } from "@sanshi/contract/constants";
import { defaultMarketKey, marketKeys } from "@sanshi/money";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { useDone } from "./use-done.ts";

const texts = ["name_jp", "name_cn", "name_us", "issuer"] as const;
const amounts = ["minimum", "capacity", "seed"] as const;
const counts = [
  "lock_up_days",
  "management_basis_points",
  "performance_basis_points",
  "cut_off_minutes",
] as const;
type Name = (typeof texts)[number] | (typeof amounts)[number] | (typeof counts)[number];
export type Draft = Record<Name | "deadline" | "valued_at", string> &
  Pick<CopyProductForm, "type" | "strategy" | "consent">;

export const emptyDraft: Draft = {
  type: defaultMarketKey,
  strategy: copyStrategies[0],
  ...{ name_jp: "", name_cn: "", name_us: "", issuer: "" },
  ...{ minimum: "", capacity: "", seed: "", deadline: "" },
  ...{ lock_up_days: "30", management_basis_points: "100", performance_basis_points: "1000" },
  ...{ valued_at: "14:30", cut_off_minutes: "30" },
};

type PublishProps = {
  /** What it begins with: a customer's consent, for instance, whose bounds stand. */
  begin?: Draft | undefined;
  onClose: () => void;
};

/** Everything that is published of a product, to be proposed to another operator. */
export function PublishDialog({ begin = emptyDraft, onClose }: PublishProps) {
  const t = useText("copyProducts");
  const words = useText("words");
  const done = useDone(onClose);
  const [draft, setDraft] = useState(begin);
  const { busy, refused, setRefused, submit } = useForm<"form">();
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const propose = () => {
    const form = formOf(draft);
    if (form === null) return setRefused({ form: t("not_complete") });
    return submit({ send: () => send("/api/ops/copy-products/propose", { form }), done });
  };
  return (
    <FormDialog
      title={t("publish")}
      wide
      submit={t("propose")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() => void propose()}
    >
      <Notice tone="warn">{t("publish_note")}</Notice>
      {draft.consent === undefined && (
        <SelectField
          label={t("market")}
          value={draft.type}
          onChange={(type) => change({ type })}
          options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
        />
      )}
      {draft.consent === undefined ? (
        <SelectField<CopyProductForm["strategy"]>
          label={words("field_strategy")}
          value={draft.strategy}
          onChange={(strategy) => change({ strategy })}
          options={copyStrategies.map((value) => ({ value, label: t(`strategy_${value}`) }))}
        />
      ) : (
        <Notice tone="info">
          {`${t("strategy_mirror")} · ${words(`market_${draft.type}`)} · ${draft.issuer}`}
        </Notice>
      )}
      {[...texts, ...amounts, ...counts].map((name) => (
        <TextField
          key={name}
          label={words(`field_${name}`)}
          maxLength={120}
          value={draft[name]}
          onChange={(text) => change({ [name]: text })}
        />
      ))}
      <TextField
        type="datetime-local"
        label={words("field_deadline")}
        value={draft.deadline}
        onChange={(deadline) => change({ deadline })}
      />
      <TextField
        type="time"
        label={t("valued_at_time")}
        value={draft.valued_at}
        onChange={(valued_at) => change({ valued_at })}
      />
    </FormDialog>
  );
}

/** Null where something is missing or no number. */
function formOf(draft: Draft): CopyProductForm | null {
  const deadline = new Date(draft.deadline);
  const time = /^(\d\d):(\d\d)/.exec(draft.valued_at);
  const plain = (text: string) => text.normalize("NFKC").replaceAll(/[\s,]/g, "");
  const whole = (name: (typeof counts)[number]) => Number(plain(draft[name]) || Number.NaN);
  const isComplete =
    texts.every((name) => draft[name].trim() !== "") &&
    amounts.every((name) => /^\d+(\.\d+)?$/.test(plain(draft[name]))) &&
    counts.every((name) => Number.isInteger(whole(name)));
  if (!isComplete || time === null || Number.isNaN(deadline.getTime())) return null;
  const form: CopyProductForm = {
    type: draft.type,
    strategy: draft.strategy,
    names: { jp: draft.name_jp.trim(), cn: draft.name_cn.trim(), us: draft.name_us.trim() },
    issuer: draft.issuer.trim(),
    minimum: plain(draft.minimum),
    capacity: plain(draft.capacity),
    seed: plain(draft.seed),
    deadline: deadline.toISOString(),
    lock_up_days: whole("lock_up_days"),
    management_basis_points: whole("management_basis_points"),
    performance_basis_points: whole("performance_basis_points"),
    cut_off_minutes: whole("cut_off_minutes"),
    valued_at_minute: Number(time[1]) * 60 + Number(time[2]),
  };
  return draft.consent === undefined ? form : { ...form, consent: draft.consent };
}
