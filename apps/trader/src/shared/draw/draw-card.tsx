import type { DrawReceipt, DrawState } from "@sanshi/contract";
import { Button, Sheet } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { lazy, Suspense, useMemo, useState } from "react";
import { CopyButton } from "../copy-row.tsx";
import formStyles from "../form.module.css";
import { useText } from "../text.ts";
import { hearRoot } from "./heard-roots.ts";
import styles from "./draw.module.css";

// Hashes and their code, for whoever looks.
const CheckDraw = lazy(() => import("./check-draw.tsx"));

type DrawProps = {
  state: DrawState | undefined;
  /** The customer's own, who entered. */
  receipt: DrawReceipt | null;
  /** The list is closed and the result is to come. */
  isOn: boolean;
  termsHash: string;
  lot: string;
  hasWaitingList: boolean;
};

/** How often a draw that is on is looked at. */
export const drawReadAgainMs = 2_000;

/** How far the draw is, what is public of it, and the way to check it. */
export function DrawCard({ state, receipt, isOn, termsHash, lot, hasWaitingList }: DrawProps) {
  const t = useText("draws");
  const shell = useText("shell");
  const [isChecking, setChecking] = useState(false);
  const isDrawn = typeof state?.result === "string";
  return (
    <section className={formStyles["card"]} aria-label={t("draw")}>
      <h2 className={formStyles["heading"]} style={{ margin: 0 }}>
        {t("draw")}
      </h2>
      <p className={formStyles["note"]}>{t("draw_before")}</p>
      {state !== undefined && (
        <dl className={formStyles["facts"]}>
          {state.entries !== null && (
            <div>
              <dt>{t("draw_entries")}</dt>
              <dd>{state.entries}</dd>
            </div>
          )}
          {isOn && state.root !== null && (
            <div>
              <dt>{t("draw_progress")}</dt>
              <dd>{t("draw_parts", { done: state.parts_done })}</dd>
            </div>
          )}
        </dl>
      )}
      <HashRow name={t("draw_terms")} value={termsHash} />
      {typeof state?.root === "string" && <Root address={state.address} root={state.root} />}
      {receipt !== null && (
        <HashRow name={t("receipt")} note={t("receipt_note")} value={JSON.stringify(receipt)} />
      )}
      {isDrawn && (
        <>
          <p className={formStyles["note"]}>{t("check_note")}</p>
          <Button wide onClick={() => setChecking(true)}>
            {t("check")}
          </Button>
        </>
      )}
      <Sheet
        open={isChecking}
        onClose={() => setChecking(false)}
        title={t("check")}
        closeLabel={shell("close")}
      >
        <Suspense fallback={<p className={styles["muted"]}>{t("check_running")}</p>}>
          {state !== undefined && (
            <CheckDraw
              address={state.address}
              lot={lot}
              receipt={receipt}
              hasWaitingList={hasWaitingList}
            />
          )}
        </Suspense>
      </Sheet>
    </section>
  );
}

/** The hash of the list, held against what this device heard first. */
function Root({ address, root }: { address: string; root: string }) {
  const t = useText("draws");
  const heard = useMemo(() => hearRoot(address, root), [address, root]);
  const at = showDateTime(heard.at);
  return (
    <>
      <HashRow name={t("draw_root")} value={root} />
      {heard.root === root ? (
        <p className={styles["muted"]}>{t("root_heard", { at })}</p>
      ) : (
        <div className={`${formStyles["notice"]} ${formStyles["bad"]}`} role="alert">
          <p>{t("root_differs", { at })}</p>
          <HashRow name={t("root_first")} value={heard.root} />
        </div>
      )}
    </>
  );
}

/** Long figures, small: they are for comparing and copying. */
export function HashRow({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className={styles["hashRow"]}>
      <div>
        <p className={styles["muted"]}>{name}</p>
        {note === undefined ? (
          <p className={styles["hash"]}>{value}</p>
        ) : (
          <p className={styles["muted"]}>{note}</p>
        )}
      </div>
      <CopyButton name={name} value={value} />
    </div>
  );
}
