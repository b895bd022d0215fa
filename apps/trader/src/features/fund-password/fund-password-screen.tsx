import { Button, PasswordField, SkeletonRows } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { ask } from "../../shared/api.ts";
import formStyles from "../../shared/form.module.css";
import { Loaded } from "../../shared/loaded.tsx";
import { PinField } from "../../shared/pin-field.tsx";
import { refresh, useCall } from "../../shared/queries.ts";
import {
  focusFirstRefused,
  placeRefusal,
  refusedOnly,
  type RefusedFields,
} from "../../shared/refused-fields.ts";
import { Screen, useBack } from "../../shared/screen.tsx";
import { useSession } from "../../shared/session.ts";
import { refusalText, useText } from "../../shared/text.ts";
import { toast } from "../../shared/toast.ts";

type FieldName = "login_password" | "old_password" | "new_password" | "new_password2";

const fieldByCode = {
  fund_password_not_six_digits: "new_password",
  fund_password_too_simple: "new_password",
  passwords_do_not_match: "new_password2",
  old_password_required: "old_password",
  wrong_original_password: "old_password",
  wrong_login_password: "login_password",
} as const;

/** /mine/fundPassword: the six digits that pay money out. */
export default function FundPasswordScreen() {
  const t = useText("fundPassword");
  const known = useCall("/user/fund-password", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <Loaded query={known} waiting={<SkeletonRows count={4} />}>
          {({ set }) => <FundPasswordForm isSet={set} />}
        </Loaded>
      </div>
    </Screen>
  );
}

function FundPasswordForm({ isSet }: { isSet: boolean }) {
  const t = useText("fundPassword");
  const shell = useText("shell");
  const account = useSession((session) => session.account);
  const { values, change, refused, busy, submit } = useForm(isSet);
  return (
    <form className={formStyles["form"]} style={{ padding: 0 }} noValidate onSubmit={submit}>
      <p className={formStyles["lead"]}>{t(isSet ? "lead_change" : "lead_set")}</p>
      {isSet && (
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
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="account" autoComplete="username" value={account} readOnly hidden />
      <PasswordField
        label={t("login_password")}
        name="login_password"
        autoComplete="current-password"
        maxLength={128}
        showLabel={shell("show_password")}
        hideLabel={shell("hide_password")}
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
    </form>
  );
}

function useForm(isSet: boolean) {
  const t = useText("fundPassword");
  const back = useBack();
  const [values, setValues] = useState({ old: "", first: "", second: "", login: "" });
  const [refused, setRefused] = useState<RefusedFields<FieldName>>({});
  const [busy, setBusy] = useState(false);
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = async (element: HTMLFormElement) => {
    const notSix = refusalText({ code: "fund_password_not_six_digits" });
    const wrong = refusedOnly<FieldName>({
      old_password: isSet && values.old.length !== 6 ? notSix : undefined,
      new_password: values.first.length === 6 ? undefined : notSix,
      new_password2:
        values.first === values.second
          ? undefined
          : refusalText({ code: "passwords_do_not_match" }),
      login_password: values.login === "" ? t("login_missing") : undefined,
    });
    setRefused(wrong ?? {});
    if (wrong !== null) return focusFirstRefused(element);
    setBusy(true);
    const asked = await ask("/user/set-fund-password", {
      login_password: values.login,
      new_password: values.first,
      new_password2: values.second,
      ...(isSet && { old_password: values.old }),
    });
    setBusy(false);
    if (asked.ok) {
      toast(t("saved"));
      void refresh("/user/fund-password", "/user/withdrawal-terms");
      return back();
    }
    setRefused(placeRefusal(asked.refusal, fieldByCode));
    focusFirstRefused(element);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send(event.currentTarget);
  };
  return { values, change, refused, busy, submit };
}
