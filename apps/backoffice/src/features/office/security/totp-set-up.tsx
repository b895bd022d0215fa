import { useState, type FormEvent } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { CopyText } from "../../../shared/kit/copy-text.tsx";
import { PasswordField, TextField } from "../../../shared/kit/fields.tsx";
import { qrPath } from "../../../shared/qr-code.ts";
import { useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";
import { useProof } from "./proof-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./security.module.css";

type Begun = Output<"/api/ops/me/totp/begin">;

/** The password, the picture to scan, the first code, and the recovery codes: one after the other. */
export function TotpSetUp({ onDone }: { onDone: () => void | Promise<void> }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begun === null) return <Begin onBegun={setBegun} />;
  return <Confirm begun={begun} onConfirmed={setCodes} />;
}

function Begin({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const t = useText("security");
  const shell = useText("shell");
  const [password, setPassword] = useState("");
  const { busy, refused, submit } = useForm<"password">();
  const { prove, proof } = useProof();
  const begin = () =>
    void submit({
      instead: { proof_required: () => prove(begin) },
      send: () => send("/api/ops/me/totp/begin", { password }),
      fieldByCode: { wrong_original_password: "password" },
      fields: ["password"],
      done: onBegun,
    });
  return (
    <>
      <form
        className={styles["form"]}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          begin();
        }}
      >
        <p className={styles["text"]}>{t("totp_intro")}</p>
        <PasswordField
          label={t("confirm_password")}
          autoComplete="current-password"
          showLabel={shell("show_password")}
          hideLabel={shell("hide_password")}
          value={password}
          onChange={setPassword}
          refusal={refused.password}
        />
        <p className={styles["refusal"]} role="alert">
          {refused.form}
        </p>
        <Button type="submit" look="primary" busy={busy}>
          {t("set_up_totp")}
        </Button>
      </form>
      {proof}
    </>
  );
}

type ConfirmProps = { begun: Begun; onConfirmed: (codes: readonly string[]) => void };

function Confirm({ begun, onConfirmed }: ConfirmProps) {
  const t = useText("security");
  const [code, setCode] = useState("");
  const { busy, refused, submit } = useForm<"code">();
  const confirm = (event: FormEvent) => {
    event.preventDefault();
    void submit({
      send: () => send("/api/ops/me/totp/confirm", { code: code.trim() }),
      fieldByCode: { wrong_code: "code" },
      fields: ["code"],
      done: ({ recovery_codes }) => onConfirmed(recovery_codes),
    });
  };
  return (
    <form className={styles["form"]} noValidate onSubmit={confirm}>
      <p className={styles["text"]}>{t("totp_scan")}</p>
      <div className={styles["scan"]}>
        <QrCode text={begun.otpauth_url} name={t("totp_picture")} />
        <div>
          <p className={styles["text"]}>{t("totp_secret")}</p>
          <CopyText text={begun.secret} />
        </div>
      </div>
      <TextField
        label={t("totp_first_code")}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoFocus
        value={code}
        onChange={setCode}
        refusal={refused.code}
      />
      <p className={styles["refusal"]} role="alert">
        {refused.form}
      </p>
      <Button type="submit" look="primary" busy={busy}>
        {t("confirm_totp")}
      </Button>
    </form>
  );
}

/** Dark on light in both themes: readers expect it so. */
function QrCode({ text, name }: { text: string; name: string }) {
  const { path, size } = qrPath(text);
  const side = size + 8;
  return (
    <svg className={styles["qr"]} viewBox={`-4 -4 ${side} ${side}`} role="img" aria-label={name}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
