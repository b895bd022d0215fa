import { currencies } from "@sanshi/money";
import { useState } from "react";
import { CheckField, SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { TabBar } from "../../../shared/kit/tab-bar.tsx";
import { language, languageNames, languages, type Language } from "@sanshi/web/language";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import { useText } from "../../../shared/text.ts";
import { neededLines, type ChannelDraft, type ChannelFault } from "./channel-draft.ts";
import styles from "./deposit-channels.module.css";

export type ChannelField =
  | ChannelFault
  | "currency"
  | "instructions"
  | "limits"
  | "minimum"
  | "maximum"
  | "note";

const serviceDays = ["business", "weekdays", "every"] as const;

type ChannelFieldsProps = {
  draft: ChannelDraft;
  onChange: (some: Partial<ChannelDraft>) => void;
  refused: RefusedFields<ChannelField>;
};

/** Where the money goes. What replaces a channel takes deposits in the same currency. */
export function AccountFields(props: ChannelFieldsProps & { currencyFixed: boolean }) {
  const t = useText("depositChannels");
  const { draft, onChange, refused, currencyFixed } = props;
  const lengths = { account_name: 80, account_number: 40, bank_name: 60, branch_name: 60 };
  return (
    <>
      {!currencyFixed && (
        <SelectField
          label={t("currency")}
          value={draft.currency}
          onChange={(currency) => onChange({ currency })}
          options={currencies.map((value) => ({ value, label: value }))}
          refusal={refused.currency}
        />
      )}
      <div className={styles["pair"]}>
        {neededLines.map((name) => (
          <TextField
            key={name}
            label={t(name)}
            maxLength={lengths[name]}
            value={draft[name]}
            onChange={(typed) => onChange({ [name]: typed })}
            refusal={refused[name]}
          />
        ))}
      </div>
    </>
  );
}

/** What customers read, a tab for each language. */
export function LanguageFields({ draft, onChange, refused }: ChannelFieldsProps) {
  const t = useText("depositChannels");
  const [shown, setShown] = useState<Language>(language());
  return (
    <>
      <TabBar
        label={t("language")}
        value={shown}
        onChange={setShown}
        options={languages.map((value) => ({
          value,
          label: `${languageNames[value]} ${draft.name[value].trim() === "" ? "○" : "●"}`,
        }))}
      />
      <TextField
        label={t("name")}
        maxLength={60}
        value={draft.name[shown]}
        onChange={(typed) => onChange({ name: { ...draft.name, [shown]: typed } })}
        refusal={refused.name}
      />
      <TextField
        label={t("instructions")}
        hint={t("instructions_hint")}
        maxLength={500}
        value={draft.instructions[shown]}
        onChange={(typed) => onChange({ instructions: { ...draft.instructions, [shown]: typed } })}
        refusal={refused.instructions}
      />
    </>
  );
}

export function TermFields({ draft, onChange, refused }: ChannelFieldsProps) {
  const t = useText("depositChannels");
  const site = useText("site");
  return (
    <>
      <div className={styles["pair"]}>
        {(["minimum", "maximum"] as const).map((name) => (
          <TextField
            key={name}
            label={t(name)}
            hint={t("limit_hint")}
            inputMode="decimal"
            suffix={draft.currency}
            maxLength={28}
            value={draft[name]}
            onChange={(typed) => onChange({ [name]: typed })}
            refusal={refused[name] ?? (draft[name] === "" ? undefined : refused.limits)}
          />
        ))}
        {(["from", "to"] as const).map((name) => (
          <TextField
            key={name}
            label={t(name)}
            type="time"
            hint={site("tokyo_time")}
            value={draft[name]}
            onChange={(typed) => onChange({ [name]: typed })}
            refusal={refused.hours}
          />
        ))}
        <SelectField
          label={t("days")}
          value={draft.days}
          onChange={(days) => onChange({ days })}
          options={serviceDays.map((value) => ({ value, label: site(`value_${value}`) }))}
        />
        <TextField
          label={t("position")}
          hint={t("position_hint")}
          inputMode="numeric"
          maxLength={3}
          value={draft.position}
          onChange={(position) => onChange({ position })}
          refusal={refused.position}
        />
      </div>
      <CheckField checked={draft.closes} onChange={(closes) => onChange({ closes })}>
        {t("closes")}
      </CheckField>
    </>
  );
}
