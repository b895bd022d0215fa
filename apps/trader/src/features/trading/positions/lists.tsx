import type { HeldStock } from "@sanshi/contract";
import { EmptyState, LinkButton } from "@sanshi/ui";
import { link, paths, routes } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import { ClosedRow } from "./closed-row.tsx";
import { HoldingRow } from "./holding-row.tsx";
import type { WorkingOrder } from "./working-order.ts";
import { WorkingRow } from "./working-row.tsx";
import styles from "./rows.module.css";

type Act = (position: HeldStock) => void;
type ActOnOrder = (order: WorkingOrder) => void;
type HoldingListProps = { positions: readonly HeldStock[]; onClose: Act; onCancel: ActOnOrder };

export function HoldingList({ positions, onClose, onCancel }: HoldingListProps) {
  const t = useText("positions");
  if (positions.length === 0) {
    return (
      <EmptyState sentence={t("empty_holding")}>
        <LinkButton href={link(paths.market())}>{t("find_stocks")}</LinkButton>
      </EmptyState>
    );
  }
  return (
    <ul className={styles["list"]}>
      {positions.map((position) => (
        <li key={position.id}>
          <HoldingRow position={position} onClose={onClose} onCancel={onCancel} />
        </li>
      ))}
    </ul>
  );
}

type WaitingListProps = {
  orders: readonly WorkingOrder[];
  onAmend: ActOnOrder;
  onCancel: ActOnOrder;
};

export function WaitingList({ orders, onAmend, onCancel }: WaitingListProps) {
  const t = useText("positions");
  if (orders.length === 0) {
    return (
      <EmptyState sentence={t("empty_waiting")}>
        <LinkButton look="quiet" href={link(paths.market())}>
          {t("find_stocks")}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <ul className={styles["list"]}>
      {orders.map((order) => (
        <li key={order.id}>
          <WorkingRow order={order} onAmend={onAmend} onCancel={onCancel} />
        </li>
      ))}
    </ul>
  );
}

type ClosedListProps = {
  positions: readonly HeldStock[];
  /** Of the whole market, parts of held positions included. */
  realisedProfit: string;
};

export function ClosedList({ positions, realisedProfit }: ClosedListProps) {
  const t = useText("positions");
  if (positions.length === 0) {
    return (
      <EmptyState
        sentence={t(/[1-9]/.test(realisedProfit) ? "empty_closed_parts" : "empty_closed")}
      >
        <LinkButton look="quiet" href={link(paths.market())}>
          {t("find_stocks")}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <ul className={styles["list"]}>
      {positions.map((position) => (
        <li key={position.id}>
          <ClosedRow position={position} />
        </li>
      ))}
    </ul>
  );
}

/** Followed products keep their own records; their screen is linked, not copied. */
export function FollowRecords() {
  const t = useText("positions");
  return (
    <EmptyState picture="road" sentence={t("follow_note")}>
      <LinkButton look="quiet" href={link(routes.followOrder)}>
        {t("open_follow")}
      </LinkButton>
    </EmptyState>
  );
}
