import type { CallOutput, Calls } from "@sanshi/contract";
import { displayDecimal, displayMoney, displaySignedMoney, type MarketKey } from "@sanshi/money";
import { SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { MoreButton } from "../../../shared/more-button.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./copy-trading.module.css";

type Trade = CallOutput<Calls["/trade/product-trades"]>["items"][number];

/** Every trade with the quote that it was made at, a page at a time. */
export function Trades({ id, type }: { id: string; type: MarketKey }) {
  const t = useText("follow");
  return (
    <section className={formStyles["card"]} aria-label={t("trades")}>
      <h3 className={styles["name"]}>{t("trades")}</h3>
      <Page id={id} type={type} cursor={undefined} />
    </section>
  );
}

type PageProps = { id: string; type: MarketKey; cursor: string | undefined };

function Page({ id, type, cursor }: PageProps) {
  const t = useText("follow");
  const [isOpen, setOpen] = useState(false);
  const input = cursor === undefined ? { id } : { id, cursor };
  const page = useCall("/trade/product-trades", input, { quiet: true, staleTime: 0 });
  return (
    <Loaded query={page} waiting={<SkeletonRows count={3} />}>
      {({ items, next_cursor: next }) => (
        <>
          {items.length === 0 && <p className={styles["muted"]}>{t("no_trades")}</p>}
          {items.map((trade) => (
            <Row key={`${trade.position} ${trade.number}`} trade={trade} type={type} />
          ))}
          {next !== null &&
            (isOpen ? (
              <Page id={id} type={type} cursor={next} />
            ) : (
              <MoreButton text={t("more_trades")} open={false} onToggle={() => setOpen(true)} />
            ))}
        </>
      )}
    </Loaded>
  );
}

function Row({ trade, type }: { trade: Trade; type: MarketKey }) {
  const t = useText("follow");
  const shown = (price: string) => displayDecimal(price, 2, 4);
  const { profit } = trade;
  return (
    <div className={styles["trade"]}>
      <span className={styles["line"]}>
        <span>
          {t(trade.side)} {inLanguage(trade.names)} {trade.code}
        </span>
        <span>
          {displayDecimal(trade.quantity, 0, 0)} × {shown(trade.price)} {type.toUpperCase()}
        </span>
      </span>
      <span className={styles["line"]}>
        <span className={styles["muted"]}>{showDateTime(trade.filled_at)}</span>
        <span className={styles["muted"]}>
          {t("fee")} {displayMoney(trade.fee)}
          {profit !== null && ` · ${t("profit")} ${displaySignedMoney(profit)}`}
        </span>
      </span>
      <span className={styles["quote"]}>
        {t("quote", {
          bid: shown(trade.bid),
          ask: shown(trade.ask),
          feed: trade.feed,
          sequence: trade.quote_sequence,
        })}
      </span>
    </div>
  );
}
