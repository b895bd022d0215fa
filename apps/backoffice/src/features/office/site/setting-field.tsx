import { currencies } from "@sanshi/money";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { useText } from "../../../shared/text.ts";
import { readAmounts, readHours, writeAmounts, writeHours } from "./setting-text.ts";
import { valueWord } from "./setting-value.tsx";
import type { Setting } from "./setting-value.tsx";
import styles from "./site.module.css";

type SettingFieldProps = {
  setting: Setting;
  value: string;
  onChange: (value: string) => void;
  refusal: string | undefined;
};

/** The field that fits what a setting can be. */
export function SettingField(props: SettingFieldProps) {
  const t = useText("site");
  const { setting, value, onChange, refusal } = props;
  const shared = { label: t("new_value"), value, onChange, refusal };
  switch (setting.kind) {
    case "amounts":
      return <AmountsField {...props} />;
    case "hours":
      return <HoursField {...props} />;
    case "flag":
    case "days":
    case "choice": {
      const choices = setting.kind === "flag" ? ["on", "off"] : setting.choices;
      const options = choices.map((choice) => ({ value: choice, label: valueWord(choice) }));
      return <SelectField {...shared} options={options} />;
    }
    case "whole":
      return (
        <TextField
          {...shared}
          inputMode="numeric"
          hint={t("between", { min: setting.min ?? 0, max: setting.max ?? "" })}
        />
      );
    case "address":
      return <TextField {...shared} type="url" hint={t("address_hint")} />;
    case "text":
      return <TextField {...shared} />;
  }
}

function AmountsField({ value, onChange, refusal }: SettingFieldProps) {
  const amounts = readAmounts(value);
  return (
    <div className={styles["grid"]}>
      {currencies.map((currency) => (
        <TextField
          key={currency}
          label={currency}
          inputMode="decimal"
          value={amounts[currency] ?? ""}
          onChange={(amount) => onChange(writeAmounts({ ...amounts, [currency]: amount }))}
          refusal={refusal}
        />
      ))}
    </div>
  );
}

function HoursField({ value, onChange, refusal }: SettingFieldProps) {
  const t = useText("site");
  const hours = readHours(value);
  return (
    <div className={styles["pair"]}>
      <TextField
        label={t("from")}
        type="time"
        value={hours.from}
        onChange={(from) => onChange(writeHours({ ...hours, from }))}
        refusal={refusal}
        hint={t("tokyo_time")}
      />
      <TextField
        label={t("to")}
        type="time"
        value={hours.to === "24:00" ? "00:00" : hours.to}
        onChange={(to) => onChange(writeHours({ ...hours, to }))}
        refusal={refusal}
      />
    </div>
  );
}
