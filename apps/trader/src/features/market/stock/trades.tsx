import { displayDecimal } from "@sanshi/money";
import { Button, classNames, directionOf, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { exchangeTime } from "./stock-figures-format.ts";
import type { StockDetail, StockKey } from "./stock-queries.ts";
import styles from "./trades.module.css";

const refreshMs = 2000;
const shownFirst = "10";
const shownMost = "60";

type TradesProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  /** Read only while somebody looks. */
  isVisible: boolean;
};

/** The feed's own last trades: when, at what price, how many shares, and whose order met the other's. */
export default function Trades({ stock, detail, isVisible }: TradesProps) {
  const t = useText("chart");
  const stockText = useText("stock");
  const [limit, setLimit] = useState(shownFirst);
  const { type, code } = stock;
  const query = useCall(
    "/market/trades",
    { type, code, limit },
    {
      quiet: true,
      keep: true,
      enabled: isVisible,
      staleTime: 1000,
      ...(isVisible && detail?.market.open === true && { refetchInterval: refreshMs }),
    },
  );
  return (
    <section className={styles["trades"]} aria-label={t("trades")}>
      <h2 className={styles["title"]}>{t("trades")}</h2>
      <Loaded query={query} waiting={<SkeletonRows count={5} />}>
        {({ items }) => {
          if (items === null) return <p className={styles["note"]}>{t("trades_unknown")}</p>;
          if (items.length === 0) return <p className={styles["note"]}>{t("trades_none")}</p>;
          return (
            <>
              <TradeTable stock={stock} detail={detail} items={items} />
              {limit === shownFirst && items.length >= Number(shownFirst) && (
                <div className={styles["more"]}>
                  <Button look="plain" small onClick={() => setLimit(shownMost)}>
                    {stockText("show_more")}
                  </Button>
                </div>
              )}
              <p className={styles["note"]}>{t("trades_note")}</p>
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

type Trade = readonly [at: string, price: string, quantity: string, taker: "buy" | "sell" | null];

type TradeTableProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  items: readonly Trade[];
};

function TradeTable({ stock, detail, items }: TradeTableProps) {
  const t = useText("chart");
  const stockText = useText("stock");
  const directionFrom = (price: string) =>
    directionOf(String(Number(price) - Number(detail?.previous_close ?? price)));
  return (
    <table className={styles["table"]}>
      <caption className="visually-hidden">{t("trades")}</caption>
      <thead>
        <tr>
          <th scope="col">{stockText("time")}</th>
          <th scope="col">{stockText("price")}</th>
          <th scope="col">{t("trades_size")}</th>
          <th scope="col">{t("trades_side")}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(([at, price, quantity, taker]) => (
          <tr key={at}>
            <td>{exchangeTime(Date.parse(at), stock.type, "seconds")}</td>
            <td className={classNames(styles["price"], styles[directionFrom(price)])}>
              {displayDecimal(price, 2, 4)}
            </td>
            <td>{displayDecimal(quantity, 0, 0)}</td>
            <td className={classNames(taker !== null && styles[taker])}>
              {t(`taker_${taker ?? "auction"}`)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
