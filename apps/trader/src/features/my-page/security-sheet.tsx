import type { CallOutput, Calls } from "@sanshi/contract";
import { Button, Field, Sheet, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { ask } from "../../shared/api.ts";
import { CopyRow } from "../../shared/copy-row.tsx";
import { deviceName } from "../../shared/device-name.ts";
import formStyles from "../../shared/form.module.css";
import { Loaded } from "../../shared/loaded.tsx";
import { hasPasskeys, makePasskey } from "../../shared/passkeys.ts";
import { PasswordField } from "../../shared/password-field.tsx";
import { refresh, useCall } from "../../shared/queries.ts";
import { refusalText, useText } from "../../shared/text.ts";
import { showDate } from "../../shared/times.ts";
import { toast } from "../../shared/toast.ts";
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
          <LoginPassword value={password} onChange={setPassword} />
          <Totp security={security} password={password} />
          <Passkeys security={security} password={password} />
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
  const { refused, busy, run } = useRun();
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
      const asked = await ask("/user/totp-remove", { login_password: password, code });
      if (asked.ok) {
        setCode("");
        toast(t("totp_off"));
      }
      return asked;
    });
  const isAsking = begun !== null || security.totp;
  return (
    <section className={formStyles["card"]} aria-label={t("totp")}>
      <h3 className={styles["title"]}>{t("totp")}</h3>
      <p className={styles["note"]}>
        {security.totp
          ? t("totp_on", { count: security.recovery_codes_left })
          : t("totp_explained")}
      </p>
      {codes !== null && <RecoveryCodes codes={codes} />}
      {begun !== null && (
        <>
          <CopyRow name={t("secret")} value={begun.secret} note={t("secret_note")} />
          <a className={styles["title"]} href={begun.otpauth_url}>
            {t("open_app")}
          </a>
        </>
      )}
      {isAsking && (
        <Field
          label={t("code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(text) => setCode(text.trim())}
          refusal={refused}
        />
      )}
      {!isAsking && <Refusal text={refused} />}
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
        <Button
          look="plain"
          small
          busy={busy}
          disabled={password === "" || code === ""}
          onClick={remove}
        >
          {t("totp_remove")}
        </Button>
      )}
    </section>
  );
}

/** Shown once: they are kept as hashes only. */
function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useText("security");
  return (
    <div className={formStyles["notice"]} role="status">
      <p>{t("recovery_codes")}</p>
      <CopyRow name={t("recovery_codes_name")} value={codes.join(" ")} />
    </div>
  );
}

function Passkeys({ security, password }: PartProps) {
  const t = useText("security");
  const { refused, busy, run } = useRun();
  const add = () =>
    run(async () => {
      const begun = await ask("/user/passkey-options", { login_password: password });
      if (!begun.ok) return begun;
      const response = await makePasskey(begun.data.options);
      if (response === null) return { ok: false as const, words: t("passkey_not_given") };
      return ask("/user/add-passkey", {
        challenge_id: begun.data.challenge_id,
        response,
        name: (deviceName(navigator.userAgent) ?? t("this_device")).slice(0, 60),
      });
    });
  const remove = (id: string) =>
    run(() => ask("/user/remove-passkey", { id, login_password: password }));
  return (
    <section className={formStyles["card"]} aria-label={t("passkeys")}>
      <h3 className={styles["title"]}>{t("passkeys")}</h3>
      <p className={styles["note"]}>{t("passkeys_explained")}</p>
      <ul className={styles["list"]}>
        {security.passkeys.map(({ id, name, added_at: addedAt }) => (
          <li key={id} className={styles["row"]}>
            <div className={styles["main"]}>
              <p className={styles["title"]}>{name}</p>
              <p className={styles["detail"]}>{t("added", { date: showDate(addedAt) })}</p>
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
      <Refusal text={refused} />
      {hasPasskeys() ? (
        <Button look="quiet" wide busy={busy} disabled={password === ""} onClick={add}>
          {t("add_passkey")}
        </Button>
      ) : (
        <p className={styles["note"]}>{t("no_passkeys_here")}</p>
      )}
    </section>
  );
}

function Freeze({ password }: { password: string }) {
  const t = useText("security");
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
    <section className={formStyles["card"]} aria-label={t("freeze")}>
      <h3 className={styles["title"]}>{t("freeze")}</h3>
      <p className={styles["note"]}>{t("freeze_explained")}</p>
      <Refusal text={refused} />
      {sure ? (
        <Button wide busy={busy} disabled={password === ""} onClick={freeze}>
          {t("freeze_now")}
        </Button>
      ) : (
        <Button look="quiet" wide disabled={password === ""} onClick={() => setSure(true)}>
          {t("freeze")}
        </Button>
      )}
    </section>
  );
}

function Refusal({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={formStyles["refusal"]}>
      {text}
    </div>
  );
}

type Answer =
  | { ok: true }
  | { ok: false; words: string }
  | { ok: false; refusal: Parameters<typeof refusalText>[0] };

/** One act at a time; what was changed is read anew, what was refused is said. */
function useRun() {
  const [refused, setRefused] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const run = (act: () => Promise<Answer>) => {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    void act().then(async (answer) => {
      if (!answer.ok) setRefused("words" in answer ? answer.words : refusalText(answer.refusal));
      else await refresh("/user/security", "/user/activity");
      setBusy(false);
    });
  };
  return { refused, busy, run };
}
