import { useState } from "react";
import { CopyRow } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import { ProofSheet } from "../../../shared/proof-sheet.tsx";
import { refresh } from "../../../shared/queries.ts";
import { refusalText, useText } from "../../../shared/text.ts";

/** Shown once: they are kept as hashes only. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = useText("security");
  return (
    <div className={formStyles["notice"]} role="status">
      <p>{t("recovery_codes_shown")}</p>
      <CopyRow name={t("recovery_codes")} value={codes.join(" ")} />
    </div>
  );
}

export function Refusal({ text }: { text: string | undefined }) {
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
type Act = () => Promise<Answer>;

/**
 * One act at a time; what was changed is read anew, what was refused is said. Where a second step is asked
 * for first, `proof` asks for it, and the act is done again.
 */
export function useRun() {
  const [refused, setRefused] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  /** The act that waits for the second step. */
  const [waiting, setWaiting] = useState<Act | null>(null);
  const run = (act: Act) => {
    if (busy) return;
    setBusy(true);
    setRefused(undefined);
    void act().then(async (answer) => {
      if (answer.ok) await refresh("/user/security", "/user/activity");
      else if ("words" in answer) setRefused(answer.words);
      else if (answer.refusal.code === "proof_required") setWaiting(() => act);
      else setRefused(refusalText(answer.refusal));
      setBusy(false);
    });
  };
  const proof = (
    <ProofSheet
      open={waiting !== null}
      onClose={() => setWaiting(null)}
      onProved={() => {
        setWaiting(null);
        if (waiting !== null) run(waiting);
      }}
    />
  );
  return { refused, busy, run, proof };
}
