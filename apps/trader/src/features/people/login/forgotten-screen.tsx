import { Button } from "@sanshi/ui";
import { useRef, useState } from "react";
import { ask } from "../../../shared/api.ts";
import { newRequestId } from "@sanshi/web/request-id";
import { NewPasswordFields, type NewPassword } from "../../../shared/new-password-fields.tsx";
import {
  checkAccount,
  checkNewPassword,
  checkSame,
  refusedOnly,
} from "../../../shared/refused-fields.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { AccountField } from "./account-field.tsx";
import { useGivenAccount } from "./given-account.ts";
import { CasePage } from "./case-page.tsx";
import { KnownCase } from "./case-by-number.tsx";
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
  if (asked !== null) return <CasePage {...asked} of="password" />;
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
      <KnownCase />
    </LoginFrame>
  );
}

function useAskForm(onAsked: AskFormProps["onAsked"]) {
  const account = useGivenAccount();
  const [values, setValues] = useState<Values>({ account, new_password: "", new_password2: "" });
  const { busy, refused, submit: sendForm } = useForm<keyof Values>();
  // The same form is the same request, however often it is sent: its number stays the same.
  const request = useRef<string | null>(null);
  const change = (part: Partial<Values>) => {
    request.current = null;
    setValues({ ...values, ...part });
  };
  const submit = (element: HTMLFormElement) =>
    sendForm({
      wrong: refusedOnly({
        account: checkAccount(values.account),
        new_password: checkNewPassword(values.new_password),
        new_password2: checkSame(values.new_password, values.new_password2),
      }),
      send: () => {
        request.current ??= newRequestId();
        const form = { ...values, request_id: request.current };
        return ask("/user/forgotten-login-password", form);
      },
      fieldByCode,
      done: ({ case_number }) => onAsked(values.account, case_number),
      element,
    });
  return { values, change, refused, busy, submit };
}
