import type { HeldStock } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { classNames } from "@sanshi/ui";
import type { ReactNode } from "react";
import { link, paths } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { positionStatus } from "./position-status.ts";
import styles from "./rows.module.css";

type RowHeadProps = {
  position: HeldStock;
  quantity?: string;
  figure: ReactNode;
  detail: ReactNode;
};

/** Name over code and quantity at the left, the row's figure at the right. The name's link covers the row. */
export function RowHead({ position, quantity = position.stock_num, figure, detail }: RowHeadProps) {
  return (
    <>
      <p className={styles["line"]}>
        <a className={styles["name"]} href={link(paths.position({ id: position.id }))}>
          {inLanguage(position.names)}
        </a>
        <span className={styles["figure"]}>{figure}</span>
      </p>
      <p className={styles["line"]}>
        <span className={styles["about"]}>
          <span>{position.code}</span>
          <SharesText quantity={quantity} />
          <Marks position={position} />
        </span>
        <span className={styles["detail"]}>{detail}</span>
      </p>
    </>
  );
}

export function SharesText({ quantity }: { quantity: string }) {
  const t = useText("positions");
  return (
    <span>
      {t("shares", { count: Number(quantity), quantity: displayDecimal(quantity, 0, 0) })}
    </span>
  );
}

type MarksProps = { position: HeldStock; isTold?: boolean };

/** Short, leverage and, unless it is told elsewhere, the state, where they differ from a plain holding. */
export function Marks({ position, isTold = true }: MarksProps) {
  const t = useText("positions");
  // In their own lists, holding and closed go without saying, and pending too.
  const plain: readonly number[] = [
    positionStatus.holding,
    positionStatus.closed,
    positionStatus.pending,
  ];
  const told = isTold && !plain.includes(position.status);
  return (
    <>
      {position.side === "short" && (
        <span className={classNames(styles["mark"], styles["shortMark"])}>{t("short")}</span>
      )}
      {position.leverage > 1 && (
        <span className={styles["mark"]}>{t("leverage_times", { times: position.leverage })}</span>
      )}
      {told && <StatusMark position={position} />}
    </>
  );
}

const statusKeys = [
  "status_holding",
  "status_closing",
  "status_closed",
  "status_pending",
  "status_cancelled",
  "status_locked",
  "status_rejected",
] as const;

export function StatusMark({ position: { status, side, lent } }: { position: HeldStock }) {
  const t = useText("positions");
  const covers = status === positionStatus.closing && side === "short";
  const isLent = status === positionStatus.locked && lent !== "0";
  const key = covers ? "status_covering" : isLent ? "status_lent" : statusKeys[status];
  if (key === undefined) return null;
  const loud =
    status === positionStatus.pending ||
    status === positionStatus.closing ||
    status === positionStatus.rejected;
  return <span className={classNames(styles["mark"], loud && styles["loud"])}>{t(key)}</span>;
}
