import { Button, Sheet } from "@sanshi/ui";
import { useState } from "react";
import { ask } from "../../../shared/api.ts";
import formStyles from "../../../shared/form.module.css";
import { fundPasswordResetHours, passwordResetUsableDays } from "@sanshi/contract/constants";
import { ProofSheet, useProvenSubmit } from "../../../shared/proof-sheet.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { LoginPasswordField } from "./login-password-field.tsx";

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
  const { password, change, refused, busy, submit, proof } = useRequest(onDone);
  return (
    <>
      <form className={formStyles["fields"]} noValidate onSubmit={submit}>
        <ul className={formStyles["steps"]}>
          {explained.map((key) => (
            <li key={key}>
              {t(key, { hours: fundPasswordResetHours, days: passwordResetUsableDays })}
            </li>
          ))}
        </ul>
        <LoginPasswordField value={password} onChange={change} refusal={refused.login_password} />
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
  const { busy, refused, setRefused, submit: sendForm } = useForm<"login_password">();
  const change = (typed: string) => {
    setPassword(typed);
    setRefused({});
  };
  const send = async (element: HTMLFormElement, askForProof: () => void) => {
    await sendForm({
      wrong: password === "" ? { login_password: t("login_missing") } : null,
      send: () => ask("/user/reset-fund-password", { login_password: password }),
      fieldByCode: { wrong_login_password: "login_password" },
      instead: { proof_required: askForProof },
      done: () => {
        toast(t("reset_requested"));
        onDone();
        return refresh("/user/fund-password");
      },
      element,
    });
  };
  const { submit, proof } = useProvenSubmit(send);
  return { password, change, refused, busy, submit, proof };
}
