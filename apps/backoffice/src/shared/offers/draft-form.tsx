import { marketKeys, type MarketKey } from "@sanshi/money";
import { useState, type ReactNode } from "react";
import type { Asked } from "../api.ts";
import type { Path } from "../calls.ts";
import { FormDialog } from "../kit/dialog.tsx";
import { SelectField, TextField } from "../kit/fields.tsx";
import { refresh } from "../queries.ts";
import { useText } from "../text.ts";
import { toast } from "../toast.ts";
import { useForm } from "../use-form.ts";
import type { OfferTexts } from "./offer-texts.ts";

/** What every draft of an offer has, as it is typed. */
export type TypedOffer = Record<"code" | "name_jp" | "name_cn" | "name_us", string> & {
  type: MarketKey;
};

type DialogProps<Draft, Form> = {
  texts: OfferTexts;
  begin: Draft;
  /** The labels of fields that have to be typed yet. */
  missing: (draft: Draft) => readonly string[];
  /** Of a draft in which nothing is missing. */
  formOf: (draft: Draft) => Form;
  save: (form: Form) => Promise<Asked<unknown>>;
  drafts: Path;
  nameLabel: (name: "name_jp" | "name_cn" | "name_us") => string;
  onClose: () => void;
  children: (draft: Draft, change: (part: Partial<Draft>) => void) => ReactNode;
};

/** An offer as it is to be published, kept as a draft. */
export function DraftDialog<Draft extends TypedOffer, Form>(props: DialogProps<Draft, Form>) {
  const { texts, begin, missing, formOf, save, drafts, nameLabel, onClose, children } = props;
  const t = useText(texts);
  const words = useText("words");
  const [draft, setDraft] = useState(begin);
  const { busy, refused, setRefused, submit } = useForm<"form">();
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const typed = (part: Partial<TypedOffer>) => setDraft((before) => ({ ...before, ...part }));
  const send = () => {
    const lacks = missing(draft);
    if (lacks.length > 0) {
      return setRefused({
        form: words("fields_missing", { fields: lacks.join(words("list_separator")) }),
      });
    }
    return submit({
      send: () => save(formOf(draft)),
      done: async () => {
        await refresh(drafts);
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
      onSubmit={() => void send()}
    >
      <SelectField
        label={t("market")}
        value={draft.type}
        onChange={(type) => typed({ type })}
        options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
      />
      <TextField
        label={words("field_stock_code")}
        maxLength={12}
        value={draft.code}
        onChange={(code) => typed({ code })}
      />
      {(["name_jp", "name_cn", "name_us"] as const).map((name) => (
        <TextField
          key={name}
          label={nameLabel(name)}
          maxLength={80}
          value={draft[name]}
          onChange={(text) => typed({ [name]: text })}
        />
      ))}
      {children(draft, change)}
    </FormDialog>
  );
}
