import type { Offering } from "@sanshi/contract";
import { Button, Sheet } from "@sanshi/ui";
import { lazy, Suspense, useState } from "react";
import { CopyButton } from "../../../shared/copy-row.tsx";
import formStyles from "../../../shared/form.module.css";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./new-shares.module.css";

// Hashes and their code, for whoever looks.
const CheckDraw = lazy(() => import("./check-draw.tsx"));

/** How far the draw is, what is public of it, and the way to check it. */
export function DrawCard({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const shell = useText("shell");
  const [isChecking, setChecking] = useState(false);
  const isOn = offering.status === 2 && offering.withdrawn === null;
  const draw = useCall(
    "/trade/draw",
    { id: offering.id },
    { quiet: true, staleTime: 0, ...(isOn && { refetchInterval: 2_000 }) },
  );
  const state = draw.data;
  const receipt = offering.mine?.receipt ?? null;
  const hasRoot = typeof state?.root === "string";
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
      <HashRow name={t("draw_terms")} value={offering.terms_hash} />
      {hasRoot && <HashRow name={t("draw_root")} value={state?.root ?? ""} />}
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
            <CheckDraw address={state.address} lot={offering.lot} receipt={receipt} />
          )}
        </Suspense>
      </Sheet>
    </section>
  );
}

/** Long figures, small: they are for comparing and copying. */
function HashRow({ name, value, note }: { name: string; value: string; note?: string }) {
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
