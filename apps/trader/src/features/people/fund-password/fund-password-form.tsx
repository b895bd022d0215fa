import { Button } from "@sanshi/ui";
import { useState } from "react";
import { ask } from "../../../shared/api.ts";
import formStyles from "../../../shared/form.module.css";
import { PinField } from "../../../shared/pin-field.tsx";
import { ProofSheet, useProvenSubmit } from "../../../shared/proof-sheet.tsx";
import { refresh } from "../../../shared/queries.ts";
import { refusedOnly } from "../../../shared/refused-fields.ts";
import { useBack } from "../../../shared/screen.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { LoginPasswordField } from "./login-password-field.tsx";

/** The first one, another with the old one, or another without it. */
type Way = "set" | "change" | "reset";

type FieldName = "login_password" | "old_password" | "new_password" | "new_password2";

const fieldByCode = {
  fund_password_not_six_digits: "new_password",
  fund_password_too_simple: "new_password",
  password_unchanged: "new_password",
  passwords_do_not_match: "new_password2",
  wrong_original_password: "old_password",
  wrong_login_password: "login_password",
} as const;

type FormProps = {
  way: Way;
  /** For whoever has forgotten the old one. */
  onForgotten?: () => void;
  /** Of a reset: when it expires. */
  until?: string;
};

export function FundPasswordForm({ way, onForgotten, until }: FormProps) {
  const t = useText("fundPassword");
  const { values, change, refused, busy, submit, proof } = useFundPasswordForm(way);
  return (
    <>
      <form className={formStyles["fields"]} noValidate onSubmit={submit}>
        <p className={formStyles["lead"]}>{t(`lead_${way}`, { until: showDateTime(until) })}</p>
        {way === "change" && (
          <PinField
            label={t("old")}
            value={values.old}
            onChange={(old) => change({ old })}
            refusal={refused.old_password}
          />
        )}
        <PinField
          label={t("new")}
          hint={t("new_hint")}
          value={values.first}
          onChange={(first) => change({ first })}
          refusal={refused.new_password}
        />
        <PinField
          label={t("again")}
          value={values.second}
          onChange={(second) => change({ second })}
          refusal={refused.new_password2}
        />
        <LoginPasswordField
          value={values.login}
          onChange={(login) => change({ login })}
          refusal={refused.login_password}
        />
        <div role="alert" className={formStyles["refusal"]}>
          {refused.form}
        </div>
        <Button type="submit" wide busy={busy}>
          {t("save")}
        </Button>
        {onForgotten !== undefined && (
          <Button look="plain" wide onClick={onForgotten}>
            {t("forgotten")}
          </Button>
        )}
      </form>
      <ProofSheet {...proof} />
    </>
  );
}

function useFundPasswordForm(way: Way) {
  const t = useText("fundPassword");
  const back = useBack();
  const [values, setValues] = useState({ old: "", first: "", second: "", login: "" });
  const { busy, refused, setRefused, submit: sendForm } = useForm<FieldName>();
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = async (element: HTMLFormElement, askForProof: () => void) => {
    const notSix = refusalText({ code: "fund_password_not_six_digits" });
    const wrong = refusedOnly<FieldName>({
      old_password: way === "change" && values.old.length !== 6 ? notSix : undefined,
      new_password: values.first.length === 6 ? undefined : notSix,
      new_password2:
        values.first === values.second
          ? undefined
          : refusalText({ code: "passwords_do_not_match" }),
      login_password: values.login === "" ? t("login_missing") : undefined,
    });
    await sendForm({
      wrong,
      send: () =>
        ask("/user/set-fund-password", {
          login_password: values.login,
          new_password: values.first,
          new_password2: values.second,
          ...(way === "change" && { old_password: values.old }),
        }),
      fieldByCode,
      instead: { proof_required: askForProof },
      done: () => {
        toast(t("saved"));
        void refresh("/user/fund-password", "/user/withdrawal-terms");
        back();
      },
      element,
    });
  };
  const { submit, proof } = useProvenSubmit(send);
  return { values, change, refused, busy, submit, proof };
}
