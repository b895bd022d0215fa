import type { HeldStock } from "@sanshi/contract";
import { Amount, Button, Change, FlashingPrice, Icon, Price, SignedAmount } from "@sanshi/ui";
import { stockName } from "../../shared/language.ts";
import { useText } from "../../shared/text.ts";
import { showCountdown } from "../../shared/times.ts";
import { positionStatus } from "./position-status.ts";
import { useNowPrice } from "./positions-queries.ts";
import { RowHead, SharesText } from "./row-head.tsx";
import styles from "./rows.module.css";
import { useLockSeconds } from "./sell-lock.ts";
import { moneyText, valueAt } from "./valuation.ts";

type Act = (position: HeldStock) => void;
type HoldingRowProps = { position: HeldStock; onClose: Act; onCancel: Act };

/** One position: rerenders with its own stock's ticks only. */
export function HoldingRow({ position, onClose, onCancel }: HoldingRowProps) {
  const t = useText("positions");
  const now = useNowPrice(position);
  const { marketValueMinor, profitMinor, percent } = valueAt(position, now);
  return (
    <article className={styles["row"]}>
      <RowHead
        position={position}
        figure={<SignedAmount value={moneyText(profitMinor, position.type)} />}
        detail={<Change percent={percent} />}
      />
      <div className={styles["foot"]}>
        <div className={styles["facts"]}>
          <p className={styles["prices"]}>
            <span className="visually-hidden">{t("buy_price")}</span>
            <Price value={position.buy_price} />
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{t("now_price")}</span>
            <FlashingPrice value={now} className={styles["now"] ?? ""} />
          </p>
          <p>
            {t("market_value")} <Amount value={moneyText(marketValueMinor, position.type)} />
          </p>
          <WaitingSale position={position} />
          <p className={styles["order"]}>{t("order_short", { number: position.order_number })}</p>
        </div>
        <CloseButton position={position} onClose={onClose} onCancel={onCancel} />
      </div>
    </article>
  );
}

/** The sale that waits at its limit, and how many of the shares it is for. */
function WaitingSale({ position }: { position: HeldStock }) {
  const t = useText("positions");
  const { closing_price: limit, closing_quantity: quantity } = position;
  if (limit === null || quantity === null) return null;
  return (
    <p>
      {t("closing_limit")} <Price value={limit} /> · <SharesText quantity={quantity} />
    </p>
  );
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
  const name = stockName(position.names);
  if (position.status === positionStatus.closing) {
    return (
      <Button
        look="quiet"
        {...shape}
        aria-label={`${t("cancel_closing")} ${name}`}
        onClick={() => onCancel(position)}
      >
        {wide === true ? t("cancel_closing") : t("cancel_short")}
      </Button>
    );
  }
  if (position.status === positionStatus.locked && left === 0) {
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
        {t("sellable_in", { time: showCountdown(left) })}
      </Button>
    );
  }
  const act = position.side === "long" ? t("sell") : t("cover");
  return (
    <Button
      look={wide === true ? "down" : "quiet"}
      {...shape}
      aria-label={`${act} ${name}`}
      onClick={() => onClose(position)}
    >
      {act}
    </Button>
  );
}
