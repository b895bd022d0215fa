import type { HeldStock } from "@sanshi/contract";
import { Button, Change, FlashingPrice, Icon, Price, SignedAmount } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { showCountdown } from "../../../shared/times.ts";
import { positionStatus } from "./position-status.ts";
import { useNowPrice } from "./positions-queries.ts";
import { RowHead, SharesText } from "./row-head.tsx";
import styles from "./rows.module.css";
import { useLockSeconds } from "./sell-lock.ts";
import { moneyText, profitAt, valueAt } from "./valuation.ts";
import {
  isAllClosing,
  nextPrice,
  onlyClosingOrder,
  workingOrderName,
  workingOrdersOf,
  type WorkingOrder,
} from "./working-order.ts";

type Act = (position: HeldStock) => void;
type HoldingRowProps = {
  position: HeldStock;
  onClose: Act;
  onCancel: (order: WorkingOrder) => void;
};

/** One position: rerenders with its own stock's ticks only. The rest of it stands on its page. */
export function HoldingRow({ position, onClose, onCancel }: HoldingRowProps) {
  const t = useText("positions");
  const now = useNowPrice(position);
  const { percent } = valueAt(position, now);
  return (
    <article className={styles["row"]}>
      <RowHead
        position={position}
        figure={<SignedAmount value={moneyText(profitAt(position, now), position.type)} />}
        detail={<Change percent={percent} />}
      />
      <div className={styles["foot"]}>
        <div className={styles["facts"]}>
          <p className={styles["prices"]}>
            <span className="visually-hidden">
              {t(position.side === "long" ? "buy_price" : "short_price")}
            </span>
            <Price value={position.buy_price} />
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{t("now_price")}</span>
            <FlashingPrice value={now} className={styles["now"] ?? ""} />
          </p>
          <WaitingLines position={position} />
        </div>
        <CloseButton position={position} onClose={onClose} onCancel={onCancel} />
      </div>
    </article>
  );
}

/** The working orders beside the shares: the rest of the purchase, and sales. */
function WaitingLines({ position }: { position: HeldStock }) {
  const t = useText("positions");
  return workingOrdersOf(position).map((order) => {
    const next = nextPrice(order);
    return (
      <p key={order.id}>
        {t(order.part === "closing" ? workingOrderName(order) : "rest_waits")}{" "}
        {next === null ? t("market_order") : <Price value={next} />}
        {order.isOco && order.stop !== null && (
          <>
            {" "}
            {t("or_stop")} <Price value={order.stop} />
          </>
        )}{" "}
        · <SharesText quantity={order.quantity} />
      </p>
    );
  });
}

/** What can be done now, or why not yet. */
export function CloseButton({
  position,
  onClose,
  onCancel,
  wide,
}: HoldingRowProps & { wide?: boolean }) {
  const t = useText("positions");
  const left = useLockSeconds(position.sellable_at);
  const shape = wide === true ? { wide: true } : { small: true };
  const narrow = wide === true ? {} : { className: styles["counting"] };
  const name = inLanguage(position.names);
  if (isAllClosing(position)) {
    const order = onlyClosingOrder(position);
    if (order === null) return null;
    return (
      <Button
        look="quiet"
        {...shape}
        aria-label={`${t(cancelKey(position))} ${name}`}
        onClick={() => onCancel(order)}
      >
        {wide === true ? t(cancelKey(position)) : t("cancel_short")}
      </Button>
    );
  }
  if (position.status === positionStatus.locked && position.lent === "0" && left === 0) {
    return (
      <Button look="quiet" {...shape} disabled {...narrow}>
        <Icon name="lock" size={16} />
        {t("locked")}
      </Button>
    );
  }
  if (left > 0) {
    return (
      <Button look="quiet" {...shape} disabled {...narrow}>
        <Icon name="lock" size={16} />
        {t(position.side === "long" ? "sellable_in" : "coverable_in", {
          time: showCountdown(left),
        })}
      </Button>
    );
  }
  const act = position.side === "long" ? t("sell") : t("cover");
  return (
    <Button
      look={wide === true ? (position.side === "long" ? "down" : "up") : "quiet"}
      {...shape}
      aria-label={`${act} ${name}`}
      onClick={() => onClose(position)}
    >
      {act}
    </Button>
  );
}

function cancelKey({ side }: HeldStock) {
  return side === "long" ? "cancel_closing" : "cancel_covering";
}
