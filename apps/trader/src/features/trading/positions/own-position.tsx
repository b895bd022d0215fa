import { displayDecimal, formatShares, parseShares, shares, type MarketKey } from "@sanshi/money";
import { Change, Icon } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import { isHeld } from "./position-status.ts";
import { useHeldPositions, useNowPrice } from "./positions-queries.ts";
import type { HeldPositions } from "./position-list.ts";
import styles from "./own-position.module.css";
import { percentOf, valueAt } from "./valuation.ts";

type OwnPositionProps = { type: MarketKey; code: string };

/** "You hold 100, +1.2 %" beside a stock's price, for those who hold it; leads to the position, or to the stock's row. */
export default function OwnPosition({ type, code }: OwnPositionProps) {
  const held = useHeldPositions(type);
  const own = held.data?.holding.filter((one) => one.code === code && isHeld(one.status)) ?? [];
  return own.length === 0 ? null : <OwnLine own={own} type={type} />;
}

type OwnLineProps = { own: HeldPositions["holding"]; type: MarketKey };

function OwnLine({ own, type }: OwnLineProps) {
  const t = useText("positions");
  const [first] = own;
  const now = useNowPrice(first ?? { type, code: "", nowprice: "" });
  if (first === undefined) return null;
  const values = own.map((one) => valueAt(one, now));
  const profit = values.reduce((sum, one) => sum + one.profitMinor, 0n);
  const cost = values.reduce((sum, one) => sum + one.costMinor, 0n);
  const quantity = own.reduce((sum, one) => sum + (parseShares(one.stock_num) ?? 0n), 0n);
  const place =
    own.length === 1
      ? paths.position({ id: first.id })
      : paths.positions({ type, stock: first.code });
  return (
    <a className={styles["own"]} href={link(place)}>
      {t("own", {
        count: Number(quantity),
        quantity: displayDecimal(formatShares(shares(quantity)), 0, 0),
      })}
      <Change percent={percentOf(profit, cost)} />
      <Icon name="chevron" size={14} />
    </a>
  );
}
