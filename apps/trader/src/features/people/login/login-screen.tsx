import { Button, Field } from "@sanshi/ui";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { ask } from "../../../shared/api.ts";
import { passkeysAreOffered } from "@sanshi/web/passkeys";
import { provePasskey } from "../../../shared/passkeys.ts";
import { PasswordField } from "../../../shared/password-field.tsx";
import { returnPlace } from "../../../shared/places.ts";
import { type RefusedFields, focusFirstRefused } from "@sanshi/web/refused-fields";
import { checkAccount, placeRefusal, refusedOnly } from "../../../shared/refused-fields.ts";
import { startSession } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import { AccountField } from "./account-field.tsx";
import { useGivenAccount } from "./given-account.ts";
import { signIn } from "./ask-with-work.ts";
import { FormRefusal, LoginForm, LoginFrame } from "./login-frame.tsx";
import styles from "./login.module.css";

const fieldByCode = {
  account_not_ten_digits: "account",
  code_required: "code",
  wrong_code: "code",
} as const;

/** The password was right, and the second step stands below it. */
const stepCodes: ReadonlySet<string> = new Set([
  "code_required",
  "factor_reset_not_yet",
  "factor_reset_ready",
]);

/** /login/login: signs in, and goes on to where the person was. */
export default function LoginScreen() {
  const t = useText("login");
  const { account, setAccount, password, setPassword, refused, busy, submit, ...second } =
    useLoginForm();
  const { asksCode, code, setCode, withPasskey, mayDoWithout, withoutFactors } = second;
  return (
    <LoginFrame title={t("login_title")} lead={t("login_lead")}>
      <LoginForm onSubmit={submit}>
        <AccountField value={account} onChange={setAccount} refusal={refused.account} />
        <PasswordField
          kind="current"
          label={t("password")}
          name="password"
          enterKeyHint="go"
          value={password}
          onChange={setPassword}
          refusal={refused.password}
        />
        {asksCode && (
          <Field
            label={t("code")}
            hint={t("code_hint")}
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            refusal={refused.code}
          />
        )}
        <div className={styles["actions"]}>
          <FormRefusal text={refused.form} />
          <Button type="submit" wide busy={busy}>
            {t("login")}
          </Button>
          {mayDoWithout && (
            <Button look="quiet" wide disabled={busy} onClick={() => void withoutFactors()}>
              {t("without_factors")}
            </Button>
          )}
          {passkeysAreOffered() && (
            <Button look="quiet" wide disabled={busy} onClick={() => void withPasskey()}>
              {t("passkey_login")}
            </Button>
          )}
        </div>
      </LoginForm>
      <OtherWays account={account} asksCode={asksCode} />
    </LoginFrame>
  );
}

function useLoginForm() {
  const t = useText("login");
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [account, setAccount] = useState(useGivenAccount());
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<RefusedFields<"account" | "password" | "code">>({});
  const [asksCode, setAsksCode] = useState(false);
  const [mayDoWithout, setMayDoWithout] = useState(false);
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (form: HTMLFormElement) => {
    const wrong = refusedOnly({
      account: checkAccount(account),
      password: password === "" ? t("password_missing") : undefined,
    });
    setRefused(wrong ?? {});
    if (wrong !== null) return focusFirstRefused(form);
    setBusy(true);
    const answer = await signIn({
      account,
      password,
      ...(asksCode && { code: code.trim() }),
    });
    setBusy(false);
    if (answer.ok) return enter(answer.data);
    // The password was right: the second step stands below it from now on.
    const isFirst = answer.refusal.code === "code_required" && !asksCode;
    if (stepCodes.has(answer.refusal.code)) setAsksCode(true);
    setMayDoWithout(answer.refusal.code === "factor_reset_ready");
    if (isFirst) return;
    setRefused(placeRefusal(answer.refusal, fieldByCode));
    focusFirstRefused(form);
  };
  const enter = (credentials: { token: string; account: string }) => {
    startSession(credentials);
    return navigate(returnPlace(query.get("from")) ?? paths.home, { replace: true });
  };
  const withPasskey = async () => {
    setRefused({});
    const begun = await ask("/user/passkey-sign-in-options", {});
    if (!begun.ok) return setRefused(placeRefusal(begun.refusal, fieldByCode));
    const response = await provePasskey(begun.data.options);
    if (response === null) return setRefused({ form: t("passkey_not_given") });
    const proof = { challenge_id: begun.data.challenge_id, response };
    // Beside the password where that was asked for: so a passkey is confirmed after a reset.
    const answer = asksCode
      ? await signIn({ account, password, ...proof })
      : await ask("/user/passkey-sign-in", proof);
    if (answer.ok) return enter(answer.data);
    setRefused(placeRefusal(answer.refusal, fieldByCode));
  };
  /** Said, and not by itself: whoever has a factor may come by while a thief's reset is due. */
  const withoutFactors = async () => {
    setBusy(true);
    const answer = await signIn({ account, password, without_factors: "true" });
    setBusy(false);
    if (answer.ok) return enter(answer.data);
    setRefused(placeRefusal(answer.refusal, fieldByCode));
  };
  const second = { asksCode, code, setCode, withPasskey, mayDoWithout, withoutFactors };
  return { account, setAccount, password, setPassword, refused, busy, submit, ...second };
}

function OtherWays({ account, asksCode }: { account: string; asksCode: boolean }) {
  const t = useText("login");
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const goOn = (place: string) =>
    void navigate(`${place}?${query.toString()}`, { state: { account } });
  return (
    <div className={styles["others"]}>
      {asksCode && (
        <Button look="plain" small onClick={() => goOn(paths.loginLostFactors)}>
          {t("lost_factors")}
        </Button>
      )}
      <Button look="plain" small onClick={() => goOn(paths.loginForgotten)}>
        {t("forgotten")}
      </Button>
      <Button look="plain" small onClick={() => goOn(paths.loginRegister)}>
        {t("no_account")}
      </Button>
    </div>
  );
}
