import { Button, Field, Sheet } from "@sanshi/ui";
import { useState, type FormEvent } from "react";
import { ask } from "./api.ts";
import formStyles from "./form.module.css";
import { hasPasskeys, provePasskey } from "./passkeys.ts";
import { refusalText, useText } from "./text.ts";

type ProofSheetProps = { open: boolean; onClose: () => void; onProved: () => void };

/** The second step before money leaves, or where it can leave to changes: a code, or a passkey. */
export function ProofSheet({ open, onClose, onProved }: ProofSheetProps) {
  const t = useText("security");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("proof_title")} closeLabel={shell("close")}>
      <Proof onProved={onProved} />
    </Sheet>
  );
}

/**
 * The submit of a form whose call may ask for a second step first, and what its `ProofSheet` takes: where
 * `send` asks for the step, the form is sent again once it is taken.
 */
export function useProvenSubmit(
  send: (form: HTMLFormElement, askForProof: () => void) => Promise<void>,
): { submit: (event: FormEvent<HTMLFormElement>) => void; proof: ProofSheetProps } {
  /** The form that waits for the step. */
  const [waiting, setWaiting] = useState<HTMLFormElement | null>(null);
  const sent = (form: HTMLFormElement) => void send(form, () => setWaiting(form));
  return {
    submit(event) {
      event.preventDefault();
      sent(event.currentTarget);
    },
    proof: {
      open: waiting !== null,
      onClose: () => setWaiting(null),
      onProved() {
        setWaiting(null);
        if (waiting !== null) sent(waiting);
      },
    },
  };
}

function Proof({ onProved }: { onProved: () => void }) {
  const t = useText("security");
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
      <Field
        label={t("code")}
        inputMode="numeric"
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
      {hasPasskeys() && (
        <Button look="quiet" wide disabled={busy} onClick={() => void withPasskey()}>
          {t("with_passkey")}
        </Button>
      )}
    </form>
  );
}
