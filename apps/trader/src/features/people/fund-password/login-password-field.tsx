import { PasswordField } from "../../../shared/password-field.tsx";
import { useSession } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";

type LoginPasswordFieldProps = {
  value: string;
  onChange: (typed: string) => void;
  refusal: string | undefined;
};

export function LoginPasswordField({ value, onChange, refusal }: LoginPasswordFieldProps) {
  const t = useText("fundPassword");
  const account = useSession((session) => session.account);
  return (
    <>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        kind="current"
        label={t("login_password")}
        name="login_password"
        value={value}
        onChange={onChange}
        refusal={refusal}
      />
    </>
  );
}
