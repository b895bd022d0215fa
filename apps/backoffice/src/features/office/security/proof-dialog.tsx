import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { TextField } from "../../../shared/kit/fields.tsx";
import { askForPasskey, passkeysAreOffered } from "@sanshi/web/passkeys";
import { refusalText, useText } from "../../../shared/text.ts";
import { useForm } from "../../../shared/use-form.ts";

type ProofProps = { onClose: () => void; onProved: () => void };

/** Whoever has a second factor proves it before one, or the password, changes: a code, or a passkey. */
function ProofDialog({ onClose, onProved }: ProofProps) {
  const t = useText("security");
  const [code, setCode] = useState("");
  const { busy, refused, setRefused, submit } = useForm<"code">();
  const withPasskey = async () => {
    const begun = await send("/api/ops/me/proof-options", {});
    if (!begun.ok) return setRefused({ form: refusalText(begun.refusal) });
    const { challenge_id, options } = begun.data;
    const given = await askForPasskey(options);
    if (!given.ok) {
      const isGivenUp = given.reason === "given-up";
      return setRefused({ form: t(isGivenUp ? "passkey_given_up" : "passkey_not_used") });
    }
    const { response } = given;
    await submit({
      send: () => send("/api/ops/me/prove", { challenge_id, response }),
      done: onProved,
    });
  };
  return (
    <FormDialog
      title={t("proof")}
      submit={t("go_on")}
      busy={busy}
      refusal={refused.form}
      onClose={onClose}
      onSubmit={() =>
        void submit({
          send: () => send("/api/ops/me/prove", { code: code.trim() }),
          fieldByCode: { wrong_code: "code" },
          fields: ["code"],
          done: onProved,
        })
      }
    >
      <p>{t("proof_why")}</p>
      <TextField
        label={t("code")}
        hint={t("proof_code_hint")}
        autoComplete="one-time-code"
        value={code}
        onChange={setCode}
        refusal={refused.code}
      />
      <Button
        icon="key"
        locked={passkeysAreOffered() ? null : t("passkey_not_offered")}
        onClick={() => void withPasskey()}
      >
        {t("with_passkey")}
      </Button>
    </FormDialog>
  );
}

/** `prove` keeps what has to wait for the proof and does it afterwards; `proof` is the dialog meanwhile. */
export function useProof() {
  const [waiting, setWaiting] = useState<(() => void) | null>(null);
  const proof = waiting !== null && (
    <ProofDialog
      onClose={() => setWaiting(null)}
      onProved={() => {
        setWaiting(null);
        waiting();
      }}
    />
  );
  return { prove: (act: () => void) => setWaiting(() => act), proof };
}
