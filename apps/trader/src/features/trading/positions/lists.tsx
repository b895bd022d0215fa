import type { HeldStock } from "@sanshi/contract";
import { EmptyState, LinkButton } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { link, paths } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import { inLanguage } from "@sanshi/web/language";
import { serverNow } from "@sanshi/web/server-clock";
import { arrange, type Arranged } from "./arranging.ts";
import { ClosedRow } from "./closed-row.tsx";
import { HoldingRow } from "./holding-row.tsx";
import { HiddenRows, type Arrangement } from "./list-tools.tsx";
import { positionStatus } from "./position-status.ts";
import type { WorkingOrder } from "./working-order.ts";
import { WorkingRow } from "./working-row.tsx";
import styles from "./rows.module.css";

type Act = (position: HeldStock) => void;
type ActOnOrder = (order: WorkingOrder) => void;
type HoldingListProps = {
  positions: readonly HeldStock[];
  arrangement: Arrangement;
  onShowAll: () => void;
  onClose: Act;
  onCancel: ActOnOrder;
};

export function HoldingList({
  positions,
  arrangement,
  onShowAll,
  onClose,
  onCancel,
}: HoldingListProps) {
  const t = useText("positions");
  if (positions.length === 0) {
    return (
      <EmptyState picture={<Illustration name="holdings" />} sentence={t("empty_holding")}>
        <LinkButton href={link(paths.market())}>{t("find_stocks")}</LinkButton>
      </EmptyState>
    );
  }
  const shown = arrange(positions, arrangement, arrangedPosition);
  return (
    <>
      <ul className={styles["list"]}>
        {shown.map((position) => (
          <li key={position.id}>
            <HoldingRow position={position} onClose={onClose} onCancel={onCancel} />
          </li>
        ))}
      </ul>
      <HiddenRows shown={shown.length} all={positions.length} onShowAll={onShowAll} />
    </>
  );
}

function arrangedPosition(position: HeldStock): Arranged {
  return {
    value: position.market_value,
    profit: position.yingkui,
    percent: position.profit_percent,
    day: position.day_profit,
    name: inLanguage(position.names),
    isSellable:
      position.status !== positionStatus.closing &&
      Date.parse(position.sellable_at) <= serverNow() &&
      position.quantity_locked !== position.stock_num,
    isBorrowed: position.leverage > 1 || position.side === "short",
  };
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
      <EmptyState picture={<Illustration name="working_orders" />} sentence={t("empty_waiting")}>
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
        picture={<Illustration name="closed_positions" />}
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
