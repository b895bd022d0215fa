import { PasswordField } from "./password-field.tsx";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import { useText } from "./text.ts";

export type NewPassword = { new_password: string; new_password2: string };

type NewPasswordFieldsProps = {
  values: NewPassword;
  onChange: (part: Partial<NewPassword>) => void;
  refused: RefusedFields<keyof NewPassword>;
};

/** A new login password and once more, at the end of a form. */
export function NewPasswordFields({ values, onChange, refused }: NewPasswordFieldsProps) {
  const t = useText("password");
  return (
    <>
      <PasswordField
        kind="new"
        label={t("new")}
        name="new_password"
        hint={t("new_hint")}
        value={values.new_password}
        onChange={(new_password) => onChange({ new_password })}
        refusal={refused.new_password}
      />
      <PasswordField
        kind="new"
        label={t("again")}
        name="new_password2"
        enterKeyHint="go"
        value={values.new_password2}
        onChange={(new_password2) => onChange({ new_password2 })}
        refusal={refused.new_password2}
      />
    </>
  );
}
