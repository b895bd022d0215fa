import type { CallOutput, Calls } from "@sanshi/contract";
import { Button, Field, Sheet, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { ask } from "../../../shared/api.ts";
import { CopyRow } from "../../../shared/copy-row.tsx";
import { deviceName } from "../../../shared/device-name.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { passkeysAreOffered } from "@sanshi/web/passkeys";
import { makePasskey } from "../../../shared/passkeys.ts";
import { PasswordField } from "../../../shared/password-field.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { ResetHold } from "../../../shared/stop-reset.tsx";
import { useText } from "../../../shared/text.ts";
import { showDate, showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";
import { RecoveryCodes, Refusal, useRun } from "./security-parts.tsx";
import styles from "./sheets.module.css";

type Security = CallOutput<Calls["/user/security"]>;
type SheetProps = { open: boolean; onClose: () => void };

/** The second step at sign-in and before a withdrawal, and the button for whoever fears a thief. */
export function SecuritySheet({ open, onClose }: SheetProps) {
  const t = useText("security");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("title")} closeLabel={shell("close")}>
      <Factors />
    </Sheet>
  );
}

function Factors() {
  const known = useCall("/user/security", {}, { quiet: true, staleTime: 0 });
  const [password, setPassword] = useState("");
  return (
    <Loaded query={known} waiting={<SkeletonRows count={4} />}>
      {(security) => (
        <div className={formStyles["fields"]}>
          <ResetHold />
          <LoginPassword value={password} onChange={setPassword} />
          <Totp security={security} password={password} />
          <Passkeys security={security} password={password} />
          {(security.totp || security.passkeys.length > 0) && (
            <Recovery security={security} password={password} />
          )}
          <Freeze password={password} />
        </div>
      )}
    </Loaded>
  );
}

type PasswordProps = { value: string; onChange: (password: string) => void };

function LoginPassword({ value, onChange }: PasswordProps) {
  const t = useText("security");
  return (
    <PasswordField
      kind="current"
      label={t("login_password")}
      name="login_password"
      hint={t("login_password_hint")}
      value={value}
      onChange={onChange}
    />
  );
}

type PartProps = { security: Security; password: string };
type Begun = { secret: string; otpauth_url: string };

function Totp({ security, password }: PartProps) {
  const t = useText("security");
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [code, setCode] = useState("");
  const { refused, busy, run, proof } = useRun();
  const begin = () =>
    run(async () => {
      const asked = await ask("/user/totp-begin", { login_password: password });
      if (asked.ok) setBegun(asked.data);
      return asked;
    });
  const confirm = () =>
    run(async () => {
      const asked = await ask("/user/totp-confirm", { code });
      if (asked.ok) {
        setCodes(asked.data.recovery_codes);
        setBegun(null);
        setCode("");
      }
      return asked;
    });
  const remove = () =>
    run(async () => {
      const asked = await ask("/user/totp-remove", { login_password: password });
      if (asked.ok) toast(t("totp_off"));
      return asked;
    });
  return (
    <section className={styles["part"]} aria-label={t("totp")}>
      <h3 className={styles["title"]}>{t("totp")}</h3>
      <p className={styles["note"]}>{t(security.totp ? "totp_on" : "totp_explained")}</p>
      {codes !== null && <RecoveryCodes codes={codes} />}
      {begun !== null && (
        <>
          <CopyRow name={t("secret")} value={begun.secret} note={t("secret_note")} />
          <a className={styles["title"]} href={begun.otpauth_url}>
            {t("open_app")}
          </a>
        </>
      )}
      {begun !== null && (
        <Field
          label={t("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(text) => setCode(text.trim())}
          refusal={refused}
        />
      )}
      {begun === null && <Refusal text={refused} />}
      {begun !== null && (
        <Button wide busy={busy} disabled={code === ""} onClick={confirm}>
          {t("totp_confirm")}
        </Button>
      )}
      {begun === null && !security.totp && (
        <Button look="quiet" wide busy={busy} disabled={password === ""} onClick={begin}>
          {t("totp_begin")}
        </Button>
      )}
      {security.totp && (
        <Button look="plain" small busy={busy} disabled={password === ""} onClick={remove}>
          {t("totp_remove")}
        </Button>
      )}
      {proof}
    </section>
  );
}

function Passkeys({ security, password }: PartProps) {
  const t = useText("security");
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { refused, busy, run, proof } = useRun();
  const add = () =>
    run(async () => {
      const begun = await ask("/user/passkey-options", { login_password: password });
      if (!begun.ok) return begun;
      const response = await makePasskey(begun.data.options);
      if (response === null) return { ok: false as const, words: t("passkey_not_given") };
      const added = await ask("/user/add-passkey", {
        challenge_id: begun.data.challenge_id,
        response,
        name: (deviceName(navigator.userAgent) ?? t("this_device")).slice(0, 60),
      });
      if (added.ok) setCodes(added.data.recovery_codes);
      return added;
    });
  const remove = (id: string) =>
    run(() => ask("/user/remove-passkey", { id, login_password: password }));
  return (
    <section className={styles["part"]} aria-label={t("passkeys")}>
      <h3 className={styles["title"]}>{t("passkeys")}</h3>
      <p className={styles["note"]}>{t("passkeys_explained")}</p>
      <ul className={styles["list"]}>
        {security.passkeys.map(({ id, name, added_at: addedAt, confirm_by: confirmBy }) => (
          <li key={id} className={styles["row"]}>
            <div className={styles["main"]}>
              <p className={styles["title"]}>{name}</p>
              <p className={styles["detail"]}>{t("added", { date: showDate(addedAt) })}</p>
              {confirmBy !== null && (
                <p className={styles["note"]}>
                  {t("confirm_by", { until: showDateTime(confirmBy) })}
                </p>
              )}
            </div>
            <Button
              look="plain"
              small
              disabled={password === "" || busy}
              aria-label={t("remove_passkey", { name })}
              onClick={() => remove(id)}
            >
              {t("remove")}
            </Button>
          </li>
        ))}
      </ul>
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      <Refusal text={refused} />
      {passkeysAreOffered() ? (
        <Button look="quiet" wide busy={busy} disabled={password === ""} onClick={add}>
          {t("add_passkey")}
        </Button>
      ) : (
        <p className={styles["note"]}>{t("no_passkeys_here")}</p>
      )}
      {proof}
    </section>
  );
}

/** For whoever has lost the phone: without one of these, and without a factor, nobody gets in. */
function Recovery({ security, password }: PartProps) {
  const t = useText("security");
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { refused, busy, run, proof } = useRun();
  const renew = () =>
    run(async () => {
      const asked = await ask("/user/renew-recovery-codes", { login_password: password });
      if (asked.ok) setCodes(asked.data.recovery_codes);
      return asked;
    });
  return (
    <section className={styles["part"]} aria-label={t("recovery_codes")}>
      <h3 className={styles["title"]}>{t("recovery_codes")}</h3>
      <p className={styles["note"]}>
        {t("recovery_left", { count: security.recovery_codes_left })}
      </p>
      {codes.length > 0 && <RecoveryCodes codes={codes} />}
      <Refusal text={refused} />
      <Button look="quiet" wide busy={busy} disabled={password === ""} onClick={renew}>
        {t("recovery_renew")}
      </Button>
      {proof}
    </section>
  );
}

function Freeze({ password }: { password: string }) {
  const t = useText("security");
  const shell = useText("shell");
  const [sure, setSure] = useState(false);
  const { refused, busy, run } = useRun();
  const freeze = () =>
    run(async () => {
      const asked = await ask("/user/freeze-account", { login_password: password });
      if (asked.ok) {
        toast(t("frozen"));
        setSure(false);
        void refresh("/user/getUserinfo", "/user/messages");
      }
      return asked;
    });
  return (
    <section className={styles["part"]} aria-label={t("freeze")}>
      <h3 className={styles["title"]}>{t("freeze")}</h3>
      <p className={styles["note"]}>{t("freeze_explained")}</p>
      <Refusal text={refused} />
      {sure ? (
        <>
          <Button wide busy={busy} disabled={password === ""} onClick={freeze}>
            {t("freeze_now")}
          </Button>
          <Button look="quiet" wide disabled={busy} onClick={() => setSure(false)}>
            {shell("cancel")}
          </Button>
        </>
      ) : (
        <Button look="quiet" wide disabled={password === ""} onClick={() => setSure(true)}>
          {t("freeze")}
        </Button>
      )}
    </section>
  );
}
