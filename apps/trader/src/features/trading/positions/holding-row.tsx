import type { HeldStock } from "@sanshi/contract";
import { Amount, Button, Change, FlashingPrice, Icon, Price, SignedAmount } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useText } from "../../../shared/text.ts";
import { showCountdown } from "../../../shared/times.ts";
import { positionStatus } from "./position-status.ts";
import { useNowPrice } from "./positions-queries.ts";
import { RowHead, SharesText } from "./row-head.tsx";
import styles from "./rows.module.css";
import { useLockSeconds } from "./sell-lock.ts";
import { dayProfitAt, moneyText, valueAt } from "./valuation.ts";
import {
  isAllClosing,
  onlyClosingOrder,
  workingOrdersOf,
  type WorkingOrder,
} from "./working-order.ts";

type Act = (position: HeldStock) => void;
type HoldingRowProps = {
  position: HeldStock;
  onClose: Act;
  onCancel: (order: WorkingOrder) => void;
};

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
            <span className="visually-hidden">
              {t(position.side === "long" ? "buy_price" : "short_price")}
            </span>
            <Price value={position.buy_price} />
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{t("now_price")}</span>
            <FlashingPrice value={now} className={styles["now"] ?? ""} />
          </p>
          <p className={styles["pair"]}>
            <span>
              {t("market_value")} <Amount value={moneyText(marketValueMinor, position.type)} />
            </span>
            <span>
              {t("day_short")}{" "}
              <SignedAmount value={moneyText(dayProfitAt(position, now), position.type)} />
            </span>
          </p>
          <Borrowing position={position} />
          <WaitingLines position={position} />
          <Bracket position={position} />
          <p className={styles["order"]}>{t("order_short", { number: position.order_number })}</p>
        </div>
        <CloseButton position={position} onClose={onClose} onCancel={onCancel} />
      </div>
    </article>
  );
}

/** What its interest has come to, where something is borrowed for it. */
function Borrowing({ position }: { position: HeldStock }) {
  const t = useText("positions");
  if (!/[1-9]/.test(position.interest_rate) && !/[1-9]/.test(position.interest)) return null;
  return (
    <p>
      {t(position.side === "long" ? "interest" : "borrow_fee")} <Amount value={position.interest} />
    </p>
  );
}

/** The working orders beside the shares: the rest of the purchase, and sales. */
function WaitingLines({ position }: { position: HeldStock }) {
  const t = useText("positions");
  return workingOrdersOf(position).map(({ id, part, limit, quantity }) => (
    <p key={id}>
      {t(part === "closing" ? closingKey(position) : "rest_waits")}{" "}
      {limit === null ? t("market_order") : <Price value={limit} />} ·{" "}
      <SharesText quantity={quantity} />
    </p>
  ));
}

function closingKey({ side }: HeldStock) {
  return side === "long" ? "closing_limit" : "covering_limit";
}

function Bracket({ position }: { position: HeldStock }) {
  const t = useText("positions");
  const { take_profit: takeProfit, stop_loss: stopLoss } = position;
  if (takeProfit === null && stopLoss === null) return null;
  return (
    <p className={styles["pair"]}>
      {takeProfit !== null && (
        <span>
          {t("take_profit")} <Price value={takeProfit} />
        </span>
      )}
      {stopLoss !== null && (
        <span>
          {t("stop_loss")} <Price value={stopLoss} />
        </span>
      )}
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
