import { Button, LinkButton } from "@sanshi/ui";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { ask, newRequestId } from "../../../shared/api.ts";
import { config } from "../../../shared/config.ts";
import { CopyButton } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import {
  loginPasswordCaseDays,
  loginPasswordResetHours,
  passwordResetUsableDays,
} from "@sanshi/contract/constants";
import { NewPasswordFields, type NewPassword } from "../../../shared/new-password-fields.tsx";
import {
  checkAccount,
  checkNewPassword,
  checkSame,
  focusFirstRefused,
  placeRefusal,
  refusedOnly,
  type RefusedFields,
} from "../../../shared/refused-fields.ts";
import { useText } from "../../../shared/text.ts";
import { AccountField } from "./account-field.tsx";
import { useGivenAccount } from "./given-account.ts";
import { FormRefusal, LoginForm, LoginFrame } from "./login-frame.tsx";
import styles from "./login.module.css";

type Values = NewPassword & { account: string };

const fieldByCode = {
  account_not_ten_digits: "account",
  password_too_short: "new_password",
  password_too_common: "new_password",
  passwords_do_not_match: "new_password2",
} as const;

/** /login/forgotten: a new password of one's own, and the case number that customer service is told. */
export default function ForgottenScreen() {
  const [asked, setAsked] = useState<{ account: string; caseNumber: string } | null>(null);
  if (asked !== null) return <Case {...asked} />;
  return <AskForm onAsked={(account, caseNumber) => setAsked({ account, caseNumber })} />;
}

type AskFormProps = { onAsked: (account: string, caseNumber: string) => void };

function AskForm({ onAsked }: AskFormProps) {
  const t = useText("forgottenPassword");
  const { values, change, refused, busy, submit } = useAskForm(onAsked);
  return (
    <LoginFrame title={t("title")} lead={t("lead")}>
      <LoginForm onSubmit={submit}>
        <AccountField
          value={values.account}
          onChange={(account) => change({ account })}
          refusal={refused.account}
        />
        <NewPasswordFields values={values} onChange={change} refused={refused} />
        <div className={styles["actions"]}>
          <FormRefusal text={refused.form} />
          <Button type="submit" wide busy={busy}>
            {t("submit")}
          </Button>
        </div>
      </LoginForm>
    </LoginFrame>
  );
}

function useAskForm(onAsked: AskFormProps["onAsked"]) {
  const account = useGivenAccount();
  const [values, setValues] = useState<Values>({ account, new_password: "", new_password2: "" });
  const [refused, setRefused] = useState<RefusedFields<keyof Values>>({});
  const [busy, setBusy] = useState(false);
  // The same form is the same request, however often it is sent: its number stays the same.
  const request = useRef<string | null>(null);
  const change = (part: Partial<Values>) => {
    request.current = null;
    setValues({ ...values, ...part });
  };
  const submit = async (element: HTMLFormElement) => {
    const wrong = refusedOnly({
      account: checkAccount(values.account),
      new_password: checkNewPassword(values.new_password),
      new_password2: checkSame(values.new_password, values.new_password2),
    });
    setRefused(wrong ?? {});
    if (wrong !== null) return focusFirstRefused(element);
    request.current ??= newRequestId();
    setBusy(true);
    const answer = await ask("/user/forgotten-login-password", {
      ...values,
      request_id: request.current,
    });
    setBusy(false);
    if (answer.ok) return onAsked(values.account, answer.data.case_number);
    setRefused(placeRefusal(answer.refusal, fieldByCode));
    focusFirstRefused(element);
  };
  return { values, change, refused, busy, submit };
}

const gaps = {
  step_tell: { days: loginPasswordCaseDays },
  step_wait: { hours: loginPasswordResetHours },
  step_login: { days: passwordResetUsableDays },
};

/** The number, large, and what happens with it. */
function Case({ account, caseNumber }: { account: string; caseNumber: string }) {
  const t = useText("forgottenPassword");
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <LoginFrame title={t("done_title")} lead={t("done_lead", { account })}>
      <div className={formStyles["fields"]}>
        <div className={formStyles["row"]}>
          <output className={formStyles["hero"]}>{caseNumber}</output>
          <CopyButton name={t("case_number")} value={caseNumber} />
        </div>
        <section className={formStyles["card"]} aria-label={t("next")}>
          <strong>{t("next")}</strong>
          <ol className={formStyles["steps"]}>
            {(["step_tell", "step_wait", "step_login"] as const).map((step) => (
              <li key={step}>{t(step, gaps[step])}</li>
            ))}
          </ol>
        </section>
        <p className={formStyles["note"]}>{t("remembered")}</p>
        <Service />
        <Button
          look="quiet"
          wide
          onClick={() =>
            void navigate(`${paths.login}?${query.toString()}`, { state: { account } })
          }
        >
          {t("to_login")}
        </Button>
      </div>
    </LoginFrame>
  );
}

/** Where the number is told; the site's own link, if it has one. */
function Service() {
  const t = useText("login");
  const service = config("kefu");
  if (service === "") return null;
  return (
    <LinkButton wide external href={service}>
      {t("support")}
    </LinkButton>
  );
}
