import { Button, CheckField, Field } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { ask } from "../../../shared/api.ts";
import { PasswordField } from "../../../shared/password-field.tsx";
import { returnPlace } from "../../../shared/places.ts";
import { startSession } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { AccountField } from "./account-field.tsx";
import { useGivenAccount } from "./given-account.ts";
import { FormRefusal, LoginForm, LoginFrame } from "./login-frame.tsx";
import { checkRegistration, registrationFields, type Registration } from "./registration.ts";
import styles from "./login.module.css";

/** /login/register: opens an account on an invitation. */
export default function RegisterScreen() {
  const t = useText("login");
  const { form, change, refused, busy, submit } = useRegistration();
  useFirstField();
  return (
    <LoginFrame title={t("register_title")} lead={t("register_lead")}>
      <LoginForm onSubmit={submit}>
        <AccountField
          value={form.account}
          onChange={(account) => change({ account })}
          refusal={refused.account}
          explains
        />
        <PasswordField
          kind="new"
          label={t("password")}
          name="password"
          value={form.password}
          onChange={(password) => change({ password })}
          refusal={refused.password}
          hint={t("password_hint")}
        />
        <PasswordField
          kind="new"
          label={t("password_again")}
          name="password2"
          value={form.password2}
          onChange={(password2) => change({ password2 })}
          refusal={refused.password2}
        />
        <Field
          label={t("invite_code")}
          name="invite_code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          value={form.invite_code}
          onChange={(typed) => change({ invite_code: typed.trim() })}
          refusal={refused.invite_code}
          hint={t("invite_hint")}
        />
        <CheckField
          name="agree"
          checked={form.agree}
          onChange={(agree) => change({ agree })}
          refusal={refused.agree}
        >
          {t("agree_before")}
          <a href={link(paths.protocol)}>{t("agree_terms")}</a>
          {t("agree_between")}
          <a href={link(paths.privacy)}>{t("agree_privacy")}</a>
          {t("agree_after")}
        </CheckField>
        <div className={styles["actions"]}>
          <FormRefusal text={refused.form} />
          <Button type="submit" wide busy={busy}>
            {t("register")}
          </Button>
        </div>
      </LoginForm>
    </LoginFrame>
  );
}

/** Whoever came here to register types at once. */
function useFirstField(): void {
  useEffect(() => {
    const field = document.querySelector<HTMLInputElement>("form input");
    if (field?.value === "") field.focus();
  }, []);
}

// What was typed outlives a look at the agreement; passwords are forgotten with the page.
let draft: Registration | null = null;

function useRegistration() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const account = useGivenAccount();
  const [form, setForm] = useState<Registration>(
    () =>
      draft ?? {
        account,
        password: "",
        password2: "",
        invite_code: query.get("invite") ?? "",
        agree: false,
      },
  );
  const { busy, refused, submit: sendForm } = useForm<keyof Registration>();
  const change = (part: Partial<Registration>) => {
    draft = { ...form, ...part };
    setForm(draft);
  };
  const submit = (element: HTMLFormElement) =>
    sendForm({
      wrong: checkRegistration(form),
      send: () => ask("/user/register", { ...form, agree: "true" }),
      fieldByCode: registrationFields,
      done: (credentials) => {
        draft = null;
        startSession(credentials);
        const from = returnPlace(query.get("from"));
        const rest = from === null ? "" : `?from=${encodeURIComponent(from)}`;
        return navigate(`${paths.loginAfter}${rest}`, { replace: true });
      },
      element,
    });
  return { form, change, refused, busy, submit };
}
