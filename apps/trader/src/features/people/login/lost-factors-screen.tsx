import { Button } from "@sanshi/ui";
import { useRef, useState } from "react";
import { newRequestId } from "@sanshi/web/request-id";
import formStyles from "../../../shared/form.module.css";
import { PasswordField } from "../../../shared/password-field.tsx";
import { checkAccount, refusedOnly } from "../../../shared/refused-fields.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { AccountField } from "./account-field.tsx";
import { askForLostFactors } from "./ask-with-work.ts";
import { CasePage } from "./case-page.tsx";
import { useGivenAccount } from "./given-account.ts";
import { KnownCase } from "./case-by-number.tsx";
import { FormRefusal, LoginForm, LoginFrame } from "./login-frame.tsx";
import styles from "./login.module.css";

const fieldByCode = { account_not_ten_digits: "account" } as const;

/** /login/lostFactors: for whoever knows the password and has lost all else; a case number. */
export default function LostFactorsScreen() {
  const [asked, setAsked] = useState<{ account: string; caseNumber: string } | null>(null);
  if (asked !== null) return <CasePage {...asked} of="factors" />;
  return <AskForm onAsked={(account, caseNumber) => setAsked({ account, caseNumber })} />;
}

function AskForm({ onAsked }: { onAsked: (account: string, caseNumber: string) => void }) {
  const t = useText("forgottenPassword");
  const login = useText("login");
  const { account, setAccount, password, setPassword, refused, busy, submit } = useAskForm(onAsked);
  return (
    <LoginFrame title={t("lost_title")} lead={t("lost_lead")}>
      <LoginForm onSubmit={submit}>
        <AccountField value={account} onChange={setAccount} refusal={refused.account} />
        <PasswordField
          kind="current"
          label={login("password")}
          name="password"
          value={password}
          onChange={setPassword}
          refusal={refused.password}
        />
        <p className={formStyles["note"]}>{t("lost_note")}</p>
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

function useAskForm(onAsked: (account: string, caseNumber: string) => void) {
  const login = useText("login");
  const [account, setAccount] = useState(useGivenAccount());
  const [password, setPassword] = useState("");
  const { busy, refused, submit: sendForm } = useForm<"account" | "password">();
  // However often the form is sent, it is one case.
  const request = useRef(newRequestId());
  const submit = (element: HTMLFormElement) =>
    sendForm({
      wrong: refusedOnly({
        account: checkAccount(account),
        password: password === "" ? login("password_missing") : undefined,
      }),
      send: () => askForLostFactors({ account, password, request_id: request.current }),
      fieldByCode,
      done: ({ case_number }) => onAsked(account, case_number),
      element,
    });
  return { account, setAccount, password, setPassword, refused, busy, submit };
}
