import { Field } from "@sanshi/ui";
import { cleanDigits } from "../../../shared/refused-fields.ts";
import { useText } from "../../../shared/text.ts";

type AccountFieldProps = {
  value: string;
  onChange: (account: string) => void;
  refusal: string | undefined;
};

/** The ten-digit number; full-width digits and hyphens are taken as what they mean. */
export function AccountField({ value, onChange, refusal }: AccountFieldProps) {
  const t = useText("login");
  return (
    <Field
      label={t("account")}
      name="account"
      type="tel"
      inputMode="numeric"
      autoComplete="username"
      maxLength={16}
      value={value}
      onChange={(typed) => onChange(cleanDigits(typed))}
      refusal={refusal}
      hint={t("account_hint")}
    />
  );
}
