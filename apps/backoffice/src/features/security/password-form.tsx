import { useState, type FormEvent } from "react";
import { send } from "../../shared/api.ts";
import { Button } from "../../shared/kit/button.tsx";
import { PasswordField } from "../../shared/kit/fields.tsx";
import { useText } from "../../shared/text.ts";
import { useForm } from "../../shared/use-form.ts";
import styles from "./security.module.css";

const empty = { old_password: "", new_password: "", new_password2: "" };
type FieldName = keyof typeof empty;

/** Changes one's own password; other sessions of the same operator end. */
export function PasswordForm({ onDone }: { onDone: () => void | Promise<void> }) {
  const t = useText("security");
  const shell = useText("shell");
  const [form, setForm] = useState(empty);
  const { busy, refused, submit } = useForm<FieldName>();
  const field = (name: FieldName, autoComplete: string) => ({
    name,
    label: t(name),
    autoComplete,
    showLabel: shell("show_password"),
    hideLabel: shell("hide_password"),
    value: form[name],
    refusal: refused[name],
    onChange: (value: string) => setForm({ ...form, [name]: value }),
  });
  const change = (event: FormEvent) => {
    event.preventDefault();
    void submit({
      send: () => send("/api/ops/me/password", form),
      fieldByCode: {
        wrong_original_password: "old_password",
        password_too_short: "new_password",
        password_too_common: "new_password",
        passwords_do_not_match: "new_password2",
      },
      fields: ["old_password", "new_password", "new_password2"],
      done: async () => {
        setForm(empty);
        await onDone();
      },
    });
  };
  return (
    <form className={styles["form"]} noValidate onSubmit={change}>
      <PasswordField {...field("old_password", "current-password")} />
      <PasswordField {...field("new_password", "new-password")} hint={t("password_hint")} />
      <PasswordField {...field("new_password2", "new-password")} />
      <p className={styles["refusal"]} role="alert">
        {refused.form}
      </p>
      <Button type="submit" look="primary" busy={busy}>
        {t("change_password")}
      </Button>
    </form>
  );
}
