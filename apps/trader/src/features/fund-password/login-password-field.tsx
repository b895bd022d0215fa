import { PasswordField } from "@sanshi/ui";
import { useSession } from "../../shared/session.ts";
import { useText } from "../../shared/text.ts";

type LoginPasswordFieldProps = {
  value: string;
  onChange: (typed: string) => void;
  refusal: string | undefined;
};

export function LoginPasswordField({ value, onChange, refusal }: LoginPasswordFieldProps) {
  const t = useText("fundPassword");
  const shell = useText("shell");
  const account = useSession((session) => session.account);
  return (
    <>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        label={t("login_password")}
        name="login_password"
        autoComplete="current-password"
        maxLength={128}
        showLabel={shell("show_password")}
        hideLabel={shell("hide_password")}
        value={value}
        onChange={onChange}
        refusal={refusal}
      />
    </>
  );
}
