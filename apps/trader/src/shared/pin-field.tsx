import { Field } from "@sanshi/ui";
import { cleanDigits } from "./refused-fields.ts";

type PinFieldProps = {
  label: string;
  value: string;
  onChange: (digits: string) => void;
  refusal?: string | undefined;
  hint?: string | undefined;
};

/**
 * Six digits on the phone's keypad, hidden by style: a password field would be offered to password
 * managers, which then would have both of the customer's passwords.
 */
export function PinField({ label, value, onChange, refusal, hint }: PinFieldProps) {
  return (
    <Field
      label={label}
      value={value}
      onChange={(text) => onChange(cleanDigits(text).replace(/\D/g, "").slice(0, 6))}
      refusal={refusal}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      data-1p-ignore="true"
      data-lpignore="true"
      data-bwignore="true"
      spellCheck={false}
      data-hidden-digits=""
    />
  );
}
