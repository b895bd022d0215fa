import { Button } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { ask } from "../../shared/api.ts";
import { NewPasswordFields, type NewPassword } from "../../shared/new-password-fields.tsx";
import { PasswordField } from "../../shared/password-field.tsx";
import {
  checkNewPassword,
  checkSame,
  focusFirstRefused,
  placeRefusal,
  refusedOnly,
  type RefusedFields,
} from "../../shared/refused-fields.ts";
import { Screen, useBack } from "../../shared/screen.tsx";
import { useSession } from "../../shared/session.ts";
import { useText } from "../../shared/text.ts";
import { toast } from "../../shared/toast.ts";
import styles from "./password.module.css";
import { Reset } from "./reset.tsx";

type Passwords = NewPassword & { old_password: string };

const fieldByCode = {
  password_too_short: "new_password",
  password_too_common: "new_password",
  passwords_do_not_match: "new_password2",
  wrong_original_password: "old_password",
} as const;

/** /mine/loginPassword: changes the password and ends every other session. */
export default function LoginPasswordScreen() {
  const t = useText("password");
  const account = useSession((session) => session.account);
  const { form, change, refused, busy, submit } = usePasswordForm();
  return (
    <Screen title={t("title")}>
      <Reset />
      <form
        className={styles["form"]}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <p className={styles["lead"]}>{t("lead")}</p>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
        <PasswordField
          kind="current"
          label={t("old")}
          name="old_password"
          value={form.old_password}
          onChange={(old_password) => change({ old_password })}
          refusal={refused.old_password}
        />
        <NewPasswordFields values={form} onChange={change} refused={refused} />
        <div role="alert" className={styles["refusal"]}>
          {refused.form}
        </div>
        <Button type="submit" wide busy={busy}>
          {t("save")}
        </Button>
      </form>
    </Screen>
  );
}

function usePasswordForm() {
  const t = useText("password");
  const back = useBack();
  const [form, setForm] = useState<Passwords>({
    old_password: "",
    new_password: "",
    new_password2: "",
  });
  const [refused, setRefused] = useState<RefusedFields<keyof Passwords>>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<Passwords>) => setForm({ ...form, ...part });
  const submit = async (element: HTMLFormElement) => {
    const wrong = refusedOnly({
      old_password: form.old_password === "" ? t("old_missing") : undefined,
      new_password: checkNewPassword(form.new_password),
      new_password2: checkSame(form.new_password, form.new_password2),
    });
    setRefused(wrong ?? {});
    if (wrong !== null) return focusFirstRefused(element);
    setBusy(true);
    const answer = await ask("/user/change-login-password", form);
    setBusy(false);
    if (answer.ok) {
      toast(t("saved"));
      return back();
    }
    setRefused(placeRefusal(answer.refusal, fieldByCode));
    focusFirstRefused(element);
  };
  return { form, change, refused, busy, submit };
}
