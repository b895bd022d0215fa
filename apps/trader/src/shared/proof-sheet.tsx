import { Button, Field, Sheet } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { ask } from "./api.ts";
import formStyles from "./form.module.css";
import { PasswordField } from "./password-field.tsx";
import { passkeysAreOffered } from "@sanshi/web/passkeys";
import { provePasskey } from "./passkeys.ts";
import { useCall } from "./queries.ts";
import { refusalText, useText } from "./text.ts";

/** What proves it: a second factor, or the login password of whoever has none. */
export type ProofKind = "factor" | "password";
type ProofSheetProps = {
  open: boolean;
  kind?: ProofKind;
  onClose: () => void;
  onProved: () => void;
};

/** The second step before money leaves, or where it can leave to changes: a code, or a passkey. */
export function ProofSheet({ open, kind = "factor", onClose, onProved }: ProofSheetProps) {
  const t = useText("security");
  const shell = useText("shell");
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t(kind === "factor" ? "proof_title" : "password_proof_title")}
      closeLabel={shell("close")}
    >
      {kind === "factor" ? (
        <Proof open={open} onProved={onProved} />
      ) : (
        <PasswordProof onProved={onProved} />
      )}
    </Sheet>
  );
}

/**
 * The submit of a form whose call may ask for a second step first, and what its `ProofSheet` takes: where
 * `send` asks for the step, the form is sent again once it is taken.
 */
export function useProvenSubmit(
  send: (form: HTMLFormElement, askForProof: (kind?: ProofKind) => void) => Promise<unknown>,
): { submit: (event: FormEvent<HTMLFormElement>) => void; proof: ProofSheetProps } {
  /** The form that waits for the step. */
  const [waiting, setWaiting] = useState<HTMLFormElement | null>(null);
  const [kind, setKind] = useState<ProofKind>("factor");
  const sent = (form: HTMLFormElement) =>
    void send(form, (asked = "factor") => {
      setKind(asked);
      setWaiting(form);
    });
  return {
    submit(event) {
      event.preventDefault();
      sent(event.currentTarget);
    },
    proof: {
      open: waiting !== null,
      kind,
      onClose: () => setWaiting(null),
      onProved() {
        setWaiting(null);
        if (waiting !== null) sent(waiting);
      },
    },
  };
}

function Proof({ open, onProved }: { open: boolean; onProved: () => void }) {
  const t = useText("security");
  // Until it is known, the way with a passkey is offered.
  const { data } = useCall("/user/security", {}, { quiet: true, enabled: open });
  const hasPasskey = data === undefined || data.passkeys.length > 0;
  const [code, setCode] = useState("");
  const [refused, setRefused] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const proved = async (input: Parameters<typeof ask<"/user/prove">>[1]) => {
    setBusy(true);
    const asked = await ask("/user/prove", input);
    setBusy(false);
    if (asked.ok) onProved();
    else setRefused(refusalText(asked.refusal));
  };
  const withPasskey = async () => {
    const begun = await ask("/user/proof-options", {});
    if (!begun.ok) return setRefused(refusalText(begun.refusal));
    const response = await provePasskey(begun.data.options);
    if (response === null) return setRefused(t("passkey_not_given"));
    await proved({ challenge_id: begun.data.challenge_id, response });
  };
  return (
    <form
      className={formStyles["fields"]}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void proved({ code });
      }}
    >
      <p className={formStyles["lead"]}>{t("proof_lead")}</p>
      {/* A code for recovery has letters, which a keypad of digits has not. */}
      <Field
        label={t("code")}
        autoComplete="one-time-code"
        value={code}
        onChange={(text) => {
          setCode(text.trim());
          setRefused(undefined);
        }}
        refusal={refused}
      />
      <Button type="submit" wide busy={busy} disabled={code === ""}>
        {t("confirm")}
      </Button>
      {hasPasskey && passkeysAreOffered() && (
        <Button look="quiet" wide disabled={busy} onClick={() => void withPasskey()}>
          {t("with_passkey")}
        </Button>
      )}
    </form>
  );
}

function PasswordProof({ onProved }: { onProved: () => void }) {
  const t = useText("security");
  const [password, setPassword] = useState("");
  const [refused, setRefused] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const prove = async () => {
    setBusy(true);
    const asked = await ask("/user/prove", { login_password: password });
    setBusy(false);
    if (asked.ok) onProved();
    else setRefused(refusalText(asked.refusal));
  };
  return (
    <form
      className={formStyles["fields"]}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void prove();
      }}
    >
      <p className={formStyles["lead"]}>{t("password_proof_lead")}</p>
      <PasswordField
        kind="current"
        label={t("login_password")}
        value={password}
        onChange={(text) => {
          setPassword(text);
          setRefused(undefined);
        }}
        refusal={refused}
      />
      <Button type="submit" wide busy={busy} disabled={password === ""}>
        {t("confirm")}
      </Button>
    </form>
  );
}
