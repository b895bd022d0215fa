import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { Dialog, DialogBody, FormDialog } from "../../../shared/kit/dialog.tsx";
import { Facts, Panel } from "../../../shared/kit/panel.tsx";
import { Page } from "../../../shared/kit/screen.tsx";
import { RealAt } from "../../../shared/kit/time.tsx";
import { useMe, type Me } from "../../../shared/session.ts";
import { refreshSession } from "../../../shared/signing.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { AddPasskeyButton, ConfirmPassword, PasskeyList } from "./passkey-list.tsx";
import { PasswordForm } from "./password-form.tsx";
import { useProof } from "./proof-dialog.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";
import styles from "./security.module.css";
import { TotpSetUp } from "./totp-set-up.tsx";

/** One's own password, authenticator and passkeys. */
export default function SecurityScreen() {
  const t = useText("security");
  const role = useText("roles");
  const me = useMe();
  return (
    <Page title={t("title")} note={me.email}>
      <div className={styles["panels"]}>
        <Panel title={t("session")}>
          <Facts
            facts={[
              { name: t("email"), value: me.email },
              { name: t("role"), value: role(me.role) },
              { name: t("signed_in_at"), value: <RealAt iso={me.signed_in_at} /> },
              { name: t("session_ends_at"), value: <RealAt iso={me.session_ends_at} /> },
              { name: t("idle"), value: t("idle_minutes", { minutes: me.idle_minutes_max }) },
            ]}
          />
        </Panel>
        <Panel title={t("change_password")}>
          <PasswordForm
            passkeys={me.passkeys}
            onDone={async () => {
              await refreshSession();
              toast(t("password_changed"));
            }}
          />
        </Panel>
        <TotpPanel me={me} />
        <Panel title={t("passkeys")} flush aside={<AddPasskeyButton onDone={refreshSession} />}>
          <PasskeyList passkeys={me.passkeys} onChange={refreshSession} />
        </Panel>
      </div>
    </Page>
  );
}

type TotpAction = "set-up" | "remove" | "recovery";

function TotpPanel({ me }: { me: Me }) {
  const t = useText("security");
  const [action, setAction] = useState<TotpAction | null>(null);
  const close = () => setAction(null);
  const done = async () => {
    await refreshSession();
    close();
  };
  return (
    <Panel
      title={t("totp")}
      aside={<Badge tone={me.totp ? "good" : "quiet"}>{me.totp ? t("is_on") : t("is_off")}</Badge>}
    >
      {me.totp ? (
        <>
          <p className={styles["buttons"]}>
            <Button look="danger" onClick={() => setAction("remove")}>
              {t("remove_totp")}
            </Button>
          </p>
        </>
      ) : (
        <>
          <p className={styles["text"]}>{t("totp_intro")}</p>
          <p className={styles["buttons"]}>
            <Button look="primary" onClick={() => setAction("set-up")}>
              {t("set_up_totp")}
            </Button>
          </p>
        </>
      )}
      {(me.totp || me.passkeys.length > 0) && (
        <>
          <p className={styles["text"]}>{t("recovery_left", { count: me.recovery_codes_left })}</p>
          <p className={styles["buttons"]}>
            <Button onClick={() => setAction("recovery")}>{t("recovery_new")}</Button>
          </p>
        </>
      )}
      {action === "set-up" && (
        <Dialog title={t("totp")} onClose={close}>
          <DialogBody>
            <TotpSetUp onDone={done} />
          </DialogBody>
        </Dialog>
      )}
      {action === "remove" && <CodeDialog what="remove" onClose={close} onDone={done} />}
      {action === "recovery" && <CodeDialog what="recovery" onClose={close} onDone={done} />}
    </Panel>
  );
}

type CodeDialogProps = {
  what: "remove" | "recovery";
  onClose: () => void;
  onDone: () => Promise<void>;
};

/** Both ask for the password, and for a proof: an unattended screen changes nothing. */
function CodeDialog({ what, onClose, onDone }: CodeDialogProps) {
  const t = useText("security");
  const [password, setPassword] = useState("");
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { busy, refused, submit } = useForm<"password">();
  const { prove, proof } = useProof();
  const title = what === "remove" ? t("remove_totp") : t("recovery_new");
  if (codes !== null) {
    return (
      <Dialog title={title} onClose={onClose}>
        <DialogBody>
          <RecoveryCodes codes={codes} onDone={onDone} />
        </DialogBody>
      </Dialog>
    );
  }
  const confirm = () => {
    const shared = {
      fieldByCode: { wrong_original_password: "password" },
      fields: ["password"],
      instead: { proof_required: () => prove(confirm) },
    } as const;
    void (what === "remove"
      ? submit({
          ...shared,
          send: () => send("/api/ops/me/totp/remove", { password }),
          done: onDone,
        })
      : submit({
          ...shared,
          send: () => send("/api/ops/me/recovery-codes", { password }),
          done: ({ recovery_codes }) => setCodes(recovery_codes),
        }));
  };
  return (
    <>
      <FormDialog
        title={title}
        submit={what === "remove" ? t("remove") : t("go_on")}
        look={what === "remove" ? "danger" : "primary"}
        busy={busy}
        refusal={refused.form}
        onClose={onClose}
        onSubmit={confirm}
      >
        <ConfirmPassword value={password} onChange={setPassword} refusal={refused.password} />
      </FormDialog>
      {proof}
    </>
  );
}
