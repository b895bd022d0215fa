import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { readStored, writeStored } from "../stored.ts";
import { useText } from "../text.ts";
import styles from "./split.module.css";

const shareMin = 28;
const shareMax = 72;
const shareDefault = 46;
const keyStep = 2;

/** The list, and beside it the detail of what is open. The line between them can be moved. */
export function Split({ list, detail }: { list: ReactNode; detail: ReactNode | null }) {
  const t = useText("shell");
  const frame = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => within(Number(readStored("listWidth")) || shareDefault));
  if (detail === null) return <div className={styles["alone"]}>{list}</div>;
  const change = (wanted: number) => {
    const next = within(wanted);
    setShare(next);
    writeStored("listWidth", String(Math.round(next)));
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId) || frame.current === null) return;
    const { left, width } = frame.current.getBoundingClientRect();
    change(((event.clientX - left) / width) * 100);
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -keyStep, ArrowRight: keyStep }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    change(share + step);
  };
  return (
    <div ref={frame} className={styles["split"]}>
      <div className={styles["list"]} style={{ flexBasis: `${share}%` }}>
        {list}
      </div>
      <div
        role="separator"
        tabIndex={0}
        aria-label={t("resize_list")}
        aria-orientation="vertical"
        aria-valuenow={Math.round(share)}
        aria-valuemin={shareMin}
        aria-valuemax={shareMax}
        className={styles["line"]}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={press}
      />
      <div className={styles["detail"]}>{detail}</div>
    </div>
  );
}

function within(share: number): number {
  return Math.min(shareMax, Math.max(shareMin, share));
}
