import type { DrawReceipt } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { verificationSteps, type Steps } from "@sanshi/draw";
import { Button } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { CopyRow } from "../copy-row.tsx";
import formStyles from "../form.module.css";
import { useText } from "../text.ts";
import type { CheckAsked, CheckTold } from "./check-messages.ts";
import { minutesLeft } from "./minutes-left.ts";
import styles from "./draw.module.css";

type CheckProps = CheckAsked & {
  lot: string;
  /** Whoever got nothing stands on a waiting list. */
  hasWaitingList: boolean;
};
type Ended = Exclude<CheckTold, { kind: "progress" }>;

/** Runs the draw again on this device and says what that proves, step by step. */
export default function CheckDraw({ address, receipt, ...shown }: CheckProps) {
  const t = useText("draws");
  const { progress, ended, again } = useCheck(address, receipt);
  const minutes = minutesLeft(progress, partCount);
  const source = new URL(address, window.location.origin).href;
  return (
    <div className={formStyles["fields"]}>
      <div role="status">
        <Outcome ended={ended} {...shown} />
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
        {ended === null && minutes !== null && <> {t("check_left", { minutes })}</>}
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
/** The times are when the first part was begun, and the last one known of was done. */
type Progress = { steps: Partial<Steps>; checked: number; beganAt: number; at: number };
const nothing: Progress = { steps: {}, checked: 0, beganAt: 0, at: 0 };

function useCheck(address: string, receipt: DrawReceipt | null) {
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
      if (data.kind === "progress") {
        const { steps, checked } = data;
        const at = performance.now();
        setProgress((before) => ({
          steps,
          checked,
          at,
          beganAt: checked === 0 ? at : before.beganAt,
        }));
      } else setEnded(data);
    };
    worker.onerror = () => setEnded({ kind: "unreachable" });
    worker.postMessage(JSON.parse(asked));
    return () => worker.terminate();
  }, [asked, attempt]);
  return { progress, ended, again: () => setAttempt((before) => before + 1) };
}

type Shown = Pick<CheckProps, "lot" | "hasWaitingList">;

function Outcome({ ended, ...shown }: Shown & { ended: Ended | null }) {
  const t = useText("draws");
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
          {ended.fate !== null && <Fate fate={ended.fate} {...shown} />}
          {ended.lateSeconds > 0 && (
            <p className={formStyles["notice"]}>
              {ended.isEmpty
                ? t("check_empty")
                : t("check_late", { seconds: Math.ceil(ended.lateSeconds) })}
            </p>
          )}
        </>
      );
  }
}

type FateProps = Shown & {
  fate: NonNullable<Extract<CheckTold, { kind: "proven" }>["fate"]>;
};

/** What the list and the result say of the customer's own entry. */
function Fate({ fate, lot, hasWaitingList }: FateProps) {
  const t = useText("draws");
  const { number, isEntered, lots, place } = fate;
  if (!isEntered) {
    return (
      <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
        {t("fate_left_out", { number })}
      </p>
    );
  }
  if (lots > 0) {
    const count = displayDecimal(String(BigInt(lots) * BigInt(lot)), 0, 0);
    return <p className={formStyles["lead"]}>{t("fate_allotted", { number, count })}</p>;
  }
  return (
    <p className={formStyles["lead"]}>
      {hasWaitingList ? t("fate_waiting", { number, place }) : t("fate_missed", { number })}
    </p>
  );
}
