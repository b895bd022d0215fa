import { Icon } from "@sanshi/ui";
import { lazy, Suspense, useEffect, useState } from "react";
import { useText } from "../../../shared/text.ts";
import { alertsOn, useAlerts } from "./alert-queries.ts";
import type { AlertStock } from "./alert-form.tsx";
import styles from "./alerts.module.css";

const loadSheet = () => import("./alert-sheet.tsx");
const AlertSheet = lazy(loadSheet);
/** Later than everything that the stock's first view needs. */
const countAfterMs = 2500;

/** The bell of a stock: filled while alerts on it wait. */
export function AlertButton({ stock }: { stock: AlertStock }) {
  const t = useText("alerts");
  const [open, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const waiting = alertsOn(useAlerts({ enabled: useLater() || open }).data ?? [], stock);
  const show = () => {
    setWasOpen(true);
    setOpen(true);
  };
  return (
    <>
      <button
        type="button"
        className={styles["bell"]}
        aria-label={waiting.length === 0 ? t("set") : t("set_with", { count: waiting.length })}
        aria-haspopup="dialog"
        data-set={waiting.length > 0}
        onPointerDown={() => void loadSheet().catch(() => undefined)}
        onClick={show}
      >
        <Icon name="bell" filled={waiting.length > 0} />
      </button>
      {wasOpen && (
        <Suspense fallback={null}>
          <AlertSheet stock={stock} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

function useLater(): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(true), countAfterMs);
    return () => window.clearTimeout(timer);
  }, []);
  return later;
}
