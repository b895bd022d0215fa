import { Button } from "@sanshi/ui";
import { useRef, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import { checkAccount } from "../../../shared/refused-fields.ts";
import { focusFirstRefused } from "@sanshi/web/refused-fields";
import { useText } from "../../../shared/text.ts";
import { AccountField } from "./account-field.tsx";
import { LoginFrame } from "./login-frame.tsx";
import styles from "./login.module.css";

/** /login/logon: the number once, then either way in with it. */
export default function LogonScreen() {
  const t = useText("login");
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [account, setAccount] = useState("");
  const [refusal, setRefusal] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const goOn = (place: string) => {
    const wrong = checkAccount(account);
    setRefusal(wrong);
    if (wrong === undefined) void navigate(`${place}?${query.toString()}`, { state: { account } });
    else if (form.current !== null) focusFirstRefused(form.current);
  };
  return (
    <LoginFrame title={t("logon_title")} lead={t("logon_lead")}>
      <form
        ref={form}
        className={styles["form"]}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          goOn(paths.loginRegister);
        }}
      >
        <AccountField value={account} onChange={setAccount} refusal={refusal} explains />
        <div className={styles["actions"]}>
          <Button type="submit" wide>
            {t("register")}
          </Button>
          <Button look="quiet" wide onClick={() => goOn(paths.login)}>
            {t("login")}
          </Button>
        </div>
      </form>
    </LoginFrame>
  );
}
