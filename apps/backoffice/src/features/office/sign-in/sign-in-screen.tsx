import { useRef, useState, type FormEvent } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { DoorFrame } from "../../../shared/kit/door-frame.tsx";
import { PasswordField, TextField } from "../../../shared/kit/fields.tsx";
import { passkeysAreOffered, askForPasskey } from "@sanshi/web/passkeys";
import { refreshSession } from "../../../shared/signing.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import styles from "./sign-in.module.css";

type FieldName = "email" | "password" | "code";

/** Password and, where one is set up, the authenticator's code; or a passkey instead of both. */
export function SignInScreen() {
  const t = useText("signIn");
  const shell = useText("shell");
  const [form, setForm] = useState({ email: "", password: "", code: "" });
  const [asksCode, setAsksCode] = useState(false);
  const { busy, refused, setRefused, submit } = useForm<FieldName>();
  const codeField = useRef<HTMLDivElement>(null);
  const change = (name: FieldName) => (value: string) => setForm({ ...form, [name]: value });
  const signIn = async (event: FormEvent) => {
    event.preventDefault();
    const { email, password, code } = form;
    const asked = await submit({
      send: () =>
        send("/api/ops/sign-in", {
          email: email.trim(),
          password,
          ...(asksCode && code !== "" && { code: code.trim() }),
        }),
      fieldByCode: { code_required: "code", wrong_code: "code" },
      fields: ["email", "password", "code"],
      done: refreshSession,
    });
    if (asked?.ok === false && asked.refusal.code === "code_required") {
      setAsksCode(true);
      setRefused({});
      requestAnimationFrame(() => codeField.current?.querySelector("input")?.focus());
    }
  };
  return (
    <DoorFrame title={t("title")}>
      <form className={styles["form"]} noValidate onSubmit={signIn}>
        <TextField
          label={t("email")}
          type="email"
          name="email"
          autoComplete="username"
          autoFocus
          value={form.email}
          onChange={change("email")}
          refusal={refused.email}
        />
        <PasswordField
          label={t("password")}
          name="password"
          autoComplete="current-password"
          showLabel={shell("show_password")}
          hideLabel={shell("hide_password")}
          value={form.password}
          onChange={change("password")}
          refusal={refused.password}
        />
        {asksCode && (
          <div ref={codeField}>
            <TextField
              label={t("code")}
              hint={t("code_hint")}
              name="code"
              autoComplete="one-time-code"
              value={form.code}
              onChange={change("code")}
              refusal={refused.code}
            />
          </div>
        )}
        <p className={styles["refusal"]} role="alert">
          {refused.form}
        </p>
        <Button type="submit" look="primary" busy={busy} className={styles["wide"]}>
          {t("sign_in")}
        </Button>
      </form>
      <p className={styles["or"]}>
        <span>{t("or")}</span>
      </p>
      <PasskeyButton onRefused={(text) => setRefused({ form: text })} />
    </DoorFrame>
  );
}

function PasskeyButton({ onRefused }: { onRefused: (text: string) => void }) {
  const t = useText("signIn");
  const { busy, submit } = useForm();
  const signIn = async () => {
    const begun = await send("/api/ops/passkey/sign-in-options", {});
    if (!begun.ok) return onRefused(refusalText(begun.refusal));
    const { challenge_id, options } = begun.data;
    const given = await askForPasskey(options);
    if (!given.ok)
      return onRefused(t(given.reason === "given-up" ? "passkey_given_up" : "passkey_failed"));
    const { response } = given;
    const asked = await submit({
      send: () => send("/api/ops/passkey/sign-in", { challenge_id, response }),
      done: refreshSession,
    });
    if (asked?.ok === false) onRefused(refusalText(asked.refusal));
  };
  return (
    <Button
      icon="key"
      busy={busy}
      locked={passkeysAreOffered() ? null : t("passkey_not_offered")}
      className={styles["wide"]}
      onClick={() => void signIn()}
    >
      {t("with_passkey")}
    </Button>
  );
}
