import { useState, type FormEvent } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { CheckField, PasswordField } from "../../../shared/kit/fields.tsx";
import type { Me } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { useProof } from "./proof-dialog.tsx";
import styles from "./security.module.css";

const empty = { old_password: "", new_password: "", new_password2: "" };
type FieldName = keyof typeof empty;

type PasswordFormProps = { passkeys: Me["passkeys"]; onDone: () => void | Promise<void> };

/** Changes one's own password; other sessions of the same operator end, and each passkey that is not kept. */
export function PasswordForm({ passkeys, onDone }: PasswordFormProps) {
  const t = useText("security");
  const shell = useText("shell");
  const [form, setForm] = useState(empty);
  const [kept, setKept] = useState<readonly string[]>([]);
  const { busy, refused, submit } = useForm<FieldName>();
  const { prove, proof } = useProof();
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
  const change = () =>
    void submit({
      send: () => send("/api/ops/me/password", { ...form, keep_passkeys: [...kept] }),
      instead: { proof_required: () => prove(change) },
      fieldByCode: {
        wrong_original_password: "old_password",
        password_too_short: "new_password",
        password_too_common: "new_password",
        passwords_do_not_match: "new_password2",
      },
      fields: ["old_password", "new_password", "new_password2"],
      done: async () => {
        setForm(empty);
        setKept([]);
        await onDone();
      },
    });
  return (
    <>
      <form
        className={styles["form"]}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          change();
        }}
      >
        <PasswordField {...field("old_password", "current-password")} />
        <PasswordField {...field("new_password", "new-password")} hint={t("password_hint")} />
        <PasswordField {...field("new_password2", "new-password")} />
        {passkeys.length > 0 && <p className={styles["text"]}>{t("passkeys_kept")}</p>}
        {passkeys.map(({ id, name }) => (
          <CheckField
            key={id}
            checked={kept.includes(id)}
            onChange={(keeps) => setKept(keeps ? [...kept, id] : kept.filter((one) => one !== id))}
          >
            {name}
          </CheckField>
        ))}
        <p className={styles["refusal"]} role="alert">
          {refused.form}
        </p>
        <Button type="submit" look="primary" busy={busy}>
          {t("change_password")}
        </Button>
      </form>
      {proof}
    </>
  );
}
