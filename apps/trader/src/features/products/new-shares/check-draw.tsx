import type { NewShareSubscription } from "@sanshi/contract";
import { verificationSteps, type Steps } from "@sanshi/draw";
import { Button } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { CopyRow } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import { useText } from "../../../shared/text.ts";
import type { CheckAsked, CheckTold } from "./check-messages.ts";
import { showShares } from "./figures.ts";
import styles from "./new-shares.module.css";

type CheckProps = CheckAsked & { lot: string };
type Ended = Exclude<CheckTold, { kind: "progress" }>;

/** Runs the draw again on this device and says what that proves, step by step. */
export default function CheckDraw({ address, receipt, lot }: CheckProps) {
  const t = useText("newShares");
  const { progress, ended, again } = useCheck(address, receipt);
  const source = new URL(address, window.location.origin).href;
  return (
    <div className={formStyles["fields"]}>
      <div role="status">
        <Outcome ended={ended} lot={lot} />
      </div>
      <div
        className={styles["parts"]}
        role="progressbar"
        aria-label={t("check")}
        aria-valuemin={0}
        aria-valuemax={partCount}
        aria-valuenow={progress.checked}
      >
        {Array.from({ length: partCount }, (_, index) => (
          <i key={index} data-done={index < progress.checked} />
        ))}
      </div>
      <p className={formStyles["note"]}>
        {t("check_parts", { done: progress.checked, count: partCount })}
      </p>
      <ol className={styles["steps"]}>
        {verificationSteps.map((step) => (
          <li
            key={step}
            data-state={
              ended?.kind === "failed" && ended.step === step ? "failed" : progress.steps[step]
            }
          >
            {t(`step_${step}`)}
          </li>
        ))}
      </ol>
      {ended !== null && (
        <Button look="quiet" wide onClick={again}>
          {t("check_again")}
        </Button>
      )}
      <CopyRow name={t("check_outside")} value={`npm run verify-draw ${source}`} />
    </div>
  );
}

const partCount = 256;
type Progress = { steps: Partial<Steps>; checked: number };
const nothing: Progress = { steps: {}, checked: 0 };

function useCheck(address: string, receipt: NewShareSubscription["receipt"] | null) {
  const [attempt, setAttempt] = useState(0);
  const [progress, setProgress] = useState(nothing);
  const [ended, setEnded] = useState<Ended | null>(null);
  const asked = JSON.stringify({ address, receipt } satisfies CheckAsked);
  useEffect(() => {
    setProgress(nothing);
    setEnded(null);
    const worker = new Worker(new URL("./check-draw.worker.ts", import.meta.url), {
      type: "module",
    });
    worker.onmessage = ({ data }: MessageEvent<CheckTold>) => {
      if (data.kind === "progress") setProgress({ steps: data.steps, checked: data.checked });
      else setEnded(data);
    };
    worker.onerror = () => setEnded({ kind: "unreachable" });
    worker.postMessage(JSON.parse(asked));
    return () => worker.terminate();
  }, [asked, attempt]);
  return { progress, ended, again: () => setAttempt((before) => before + 1) };
}

function Outcome({ ended, lot }: { ended: Ended | null; lot: string }) {
  const t = useText("newShares");
  switch (ended?.kind) {
    case undefined:
      return <p className={styles["verdict"]}>{t("check_running")}</p>;
    case "unreachable":
      return <p className={styles["verdict"]}>{t("check_unreachable")}</p>;
    case "pending":
      return <p className={styles["verdict"]}>{t("check_pending")}</p>;
    case "failed":
      return (
        <>
          <p className={styles["verdict"]} data-outcome="failed">
            {t("check_failed")}
          </p>
          <p className={formStyles["note"]}>{ended.place}</p>
        </>
      );
    case "proven":
      return (
        <>
          <p className={styles["verdict"]}>{t("check_proven")}</p>
          {ended.fate !== null && <Fate fate={ended.fate} lot={lot} />}
          {ended.lateSeconds > 0 && (
            <p className={formStyles["notice"]}>
              {t("check_late", { seconds: Math.ceil(ended.lateSeconds) })}
            </p>
          )}
        </>
      );
  }
}

type FateProps = {
  fate: NonNullable<Extract<CheckTold, { kind: "proven" }>["fate"]>;
  lot: string;
};

/** What the list and the result say of the customer's own entry. */
function Fate({ fate: { number, isEntered, lots, place }, lot }: FateProps) {
  const t = useText("newShares");
  if (!isEntered) {
    return (
      <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
        {t("fate_left_out", { number })}
      </p>
    );
  }
  const count = showShares(String(BigInt(lots) * BigInt(lot)));
  return (
    <p className={formStyles["lead"]}>
      {lots > 0 ? t("fate_allotted", { number, count }) : t("fate_waiting", { number, place })}
    </p>
  );
}
