import { Button, PasswordField } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../../app/paths.ts";
import { ask } from "../../shared/api.ts";
import { config } from "../../shared/config.ts";
import { returnPlace } from "../../shared/places.ts";
import {
  checkAccount,
  focusFirstRefused,
  placeRefusal,
  refusedOnly,
  type RefusedFields,
} from "../../shared/refused-fields.ts";
import { startSession } from "../../shared/session.ts";
import { useText } from "../../shared/text.ts";
import { AccountField } from "./account-field.tsx";
import { useGivenAccount } from "./given-account.ts";
import { FormRefusal, LoginFrame } from "./login-frame.tsx";
import styles from "./login.module.css";

/** /login/login: signs in, and goes on to where the person was. */
export default function LoginScreen() {
  const t = useText("login");
  const { account, setAccount, password, setPassword, refused, busy, submit } = useLoginForm();
  const shell = useText("shell");
  return (
    <LoginFrame title={t("login_title")} lead={t("login_lead")}>
      <form
        className={styles["form"]}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <AccountField value={account} onChange={setAccount} refusal={refused.account} />
        <PasswordField
          label={t("password")}
          name="password"
          autoComplete="current-password"
          maxLength={128}
          enterKeyHint="go"
          value={password}
          onChange={setPassword}
          refusal={refused.password}
          showLabel={shell("show_password")}
          hideLabel={shell("hide_password")}
        />
        <div className={styles["actions"]}>
          <FormRefusal text={refused.form} />
          <Button type="submit" wide busy={busy}>
            {t("login")}
          </Button>
        </div>
      </form>
      <OtherWays />
    </LoginFrame>
  );
}

function useLoginForm() {
  const t = useText("login");
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [account, setAccount] = useState(useGivenAccount());
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<RefusedFields<"account" | "password">>({});
  const [busy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const wrong = refusedOnly({
      account: checkAccount(account),
      password: password === "" ? t("password_missing") : undefined,
    });
    setRefused(wrong ?? {});
    if (wrong !== null) return focusFirstRefused(form);
    setBusy(true);
    const answer = await ask("/user/login", { account, password });
    setBusy(false);
    if (answer.ok) {
      startSession(answer.data);
      return navigate(returnPlace(query.get("from")) ?? paths.home, { replace: true });
    }
    const fields = { account_not_ten_digits: "account" } as const;
    setRefused(placeRefusal(answer.refusal, fields));
    focusFirstRefused(form);
  };
  return { account, setAccount, password, setPassword, refused, busy, submit };
}

function OtherWays() {
  const t = useText("login");
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const support = config("kefu");
  return (
    <div className={styles["others"]}>
      <Button
        look="plain"
        small
        onClick={() => void navigate(`${paths.loginRegister}?${query.toString()}`)}
      >
        {t("no_account")}
      </Button>
      <details>
        <summary>{t("forgotten")}</summary>
        <p>{t("forgotten_help")}</p>
        {support !== "" && (
          <a href={support} target="_blank" rel="noreferrer">
            {t("support")}
          </a>
        )}
      </details>
    </div>
  );
}
