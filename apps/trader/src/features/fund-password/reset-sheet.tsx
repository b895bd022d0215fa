import { Button, PasswordField, Sheet } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { ask } from "../../shared/api.ts";
import formStyles from "../../shared/form.module.css";
import { fundPasswordResetHours } from "../../shared/limits.ts";
import { ProofSheet } from "../../shared/proof-sheet.tsx";
import { refresh } from "../../shared/queries.ts";
import {
  focusFirstRefused,
  placeRefusal,
  type RefusedFields,
} from "../../shared/refused-fields.ts";
import { useSession } from "../../shared/session.ts";
import { useText } from "../../shared/text.ts";
import { toast } from "../../shared/toast.ts";

type SheetProps = { open: boolean; onClose: () => void };

/** For whoever has forgotten it: what setting it anew means, and the login password. */
export function ResetSheet({ open, onClose }: SheetProps) {
  const t = useText("fundPassword");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("reset_title")} closeLabel={shell("close")}>
      <Request onDone={onClose} />
    </Sheet>
  );
}

const explained = ["reset_wait", "reset_told", "reset_old"] as const;

function Request({ onDone }: { onDone: () => void }) {
  const t = useText("fundPassword");
  const shell = useText("shell");
  const account = useSession((session) => session.account);
  const { password, change, refused, busy, submit, proof } = useRequest(onDone);
  return (
    <>
      <form className={formStyles["fields"]} noValidate onSubmit={submit}>
        <ul className={formStyles["steps"]}>
          {explained.map((key) => (
            <li key={key}>{t(key, { hours: fundPasswordResetHours })}</li>
          ))}
        </ul>
        {/* Tells a password manager whose password this is. */}
        <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
        <PasswordField
          label={t("login_password")}
          name="login_password"
          autoComplete="current-password"
          maxLength={128}
          showLabel={shell("show_password")}
          hideLabel={shell("hide_password")}
          value={password}
          onChange={change}
          refusal={refused.login_password}
        />
        <div role="alert" className={formStyles["refusal"]}>
          {refused.form}
        </div>
        <Button type="submit" wide busy={busy}>
          {t("reset_request")}
        </Button>
      </form>
      <ProofSheet {...proof} />
    </>
  );
}

function useRequest(onDone: () => void) {
  const t = useText("fundPassword");
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<RefusedFields<"login_password">>({});
  const [busy, setBusy] = useState(false);
  /** The form that waits for a second step. */
  const [proving, setProving] = useState<HTMLFormElement | null>(null);
  const change = (typed: string) => {
    setPassword(typed);
    setRefused({});
  };
  const send = async (element: HTMLFormElement) => {
    if (password === "") {
      setRefused({ login_password: t("login_missing") });
      return focusFirstRefused(element);
    }
    setBusy(true);
    const asked = await ask("/user/reset-fund-password", { login_password: password });
    setBusy(false);
    if (asked.ok) {
      toast(t("reset_requested"));
      onDone();
      return refresh("/user/fund-password");
    }
    if (asked.refusal.code === "proof_required") return setProving(element);
    setRefused(placeRefusal(asked.refusal, { wrong_login_password: "login_password" }));
    focusFirstRefused(element);
  };
  const proved = () => {
    setProving(null);
    if (proving !== null) void send(proving);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.currentTarget);
  };
  const proof = { open: proving !== null, onClose: () => setProving(null), onProved: proved };
  return { password, change, refused, busy, submit, proof };
}
