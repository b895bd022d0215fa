import { Button } from "@sanshi/ui";
import { useState } from "react";
import { ask } from "../../../shared/api.ts";
import { NewPasswordFields, type NewPassword } from "../../../shared/new-password-fields.tsx";
import { PasswordField } from "../../../shared/password-field.tsx";
import { ProofSheet, useProvenSubmit } from "../../../shared/proof-sheet.tsx";
import { checkNewPassword, checkSame, refusedOnly } from "../../../shared/refused-fields.ts";
import { Screen, useBack } from "../../../shared/screen.tsx";
import { useSession } from "../../../shared/session.ts";
import { ResetHold } from "../../../shared/stop-reset.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { KeptPasskeys } from "./kept-passkeys.tsx";
import styles from "./password.module.css";
import { Reset } from "./reset.tsx";

type Passwords = NewPassword & { old_password: string };

const fieldByCode = {
  password_too_short: "new_password",
  password_too_common: "new_password",
  password_unchanged: "new_password",
  passwords_do_not_match: "new_password2",
  wrong_original_password: "old_password",
} as const;

/** /mine/loginPassword: changes the password, and ends every other session and each passkey not kept. */
export default function LoginPasswordScreen() {
  const t = useText("password");
  const account = useSession((session) => session.account);
  const { form, change, kept, setKept, refused, busy, submit, proof } = usePasswordForm();
  return (
    <Screen title={t("title")}>
      <Reset of="password" />
      <Reset of="factors" />
      <div className={styles["held"]}>
        <ResetHold />
      </div>
      <form className={styles["form"]} noValidate onSubmit={submit}>
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
        <KeptPasskeys kept={kept} onChange={setKept} />
        <div role="alert" className={styles["refusal"]}>
          {refused.form}
        </div>
        <Button type="submit" wide busy={busy}>
          {t("save")}
        </Button>
      </form>
      <ProofSheet {...proof} />
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
  const [kept, setKept] = useState<readonly string[]>([]);
  const { busy, refused, submit: sendForm } = useForm<keyof Passwords>();
  const change = (part: Partial<Passwords>) => setForm({ ...form, ...part });
  const send = async (element: HTMLFormElement, askForProof: () => void) => {
    await sendForm({
      wrong: refusedOnly({
        old_password: form.old_password === "" ? t("old_missing") : undefined,
        new_password: checkNewPassword(form.new_password),
        new_password2: checkSame(form.new_password, form.new_password2),
      }),
      send: () => ask("/user/change-login-password", { ...form, keep_passkeys: kept.join(",") }),
      fieldByCode,
      instead: { proof_required: askForProof },
      done: () => {
        toast(t("saved"));
        back();
      },
      element,
    });
  };
  const { submit, proof } = useProvenSubmit(send);
  return { form, change, kept, setKept, refused, busy, submit, proof };
}
