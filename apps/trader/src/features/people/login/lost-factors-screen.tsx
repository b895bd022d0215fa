import { Button } from "@sanshi/ui";
import { useRef, useState } from "react";
import { newRequestId } from "@sanshi/web/request-id";
import formStyles from "../../../shared/form.module.css";
import { PasswordField } from "../../../shared/password-field.tsx";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import {
  checkAccount,
  focusFirstRefused,
  placeRefusal,
  refusedOnly,
} from "../../../shared/refused-fields.ts";
import { useText } from "../../../shared/text.ts";
import { AccountField } from "./account-field.tsx";
import { askForLostFactors } from "./ask-with-work.ts";
import { CasePage } from "./case-page.tsx";
import { useGivenAccount } from "./given-account.ts";
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
    </LoginFrame>
  );
}

function useAskForm(onAsked: (account: string, caseNumber: string) => void) {
  const login = useText("login");
  const [account, setAccount] = useState(useGivenAccount());
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<RefusedFields<"account" | "password">>({});
  const [busy, setBusy] = useState(false);
  // However often the form is sent, it is one case.
  const request = useRef(newRequestId());
  const submit = async (element: HTMLFormElement) => {
    const wrong = refusedOnly({
      account: checkAccount(account),
      password: password === "" ? login("password_missing") : undefined,
    });
    setRefused(wrong ?? {});
    if (wrong !== null) return focusFirstRefused(element);
    setBusy(true);
    const answer = await askForLostFactors({
      account,
      password,
      request_id: request.current,
    });
    setBusy(false);
    if (answer.ok) return onAsked(account, answer.data.case_number);
    setRefused(placeRefusal(answer.refusal, fieldByCode));
    focusFirstRefused(element);
  };
  return { account, setAccount, password, setPassword, refused, busy, submit };
}
