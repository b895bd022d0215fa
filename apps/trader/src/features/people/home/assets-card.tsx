import { displayMoney, marketKeys, settlementCurrency, type MarketKey } from "@sanshi/money";
import { Amount, Button, SegmentedControl, SignedAmount, Skeleton } from "@sanshi/ui";
import type { CSSProperties, ReactNode } from "react";
import { link, paths } from "../../../app/paths.ts";
import { useCall } from "../../../shared/queries.ts";
import { chooseMarket } from "../../../shared/stock-list/last-seen.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./assets-card.module.css";
import { assetsOf } from "./assets.ts";

/** The one figure of the home screen: what the customer owns in the chosen market's currency. */
export function AssetsCard({ market }: { market: MarketKey }) {
  const t = useText("home");
  const shell = useText("shell");
  const assets = useCall("/user/assets", {}, { quiet: true });
  const currency = settlementCurrency(market);
  const own = assetsOf(assets.data, market);
  const waiting = assets.data === undefined;
  const failed = waiting && assets.isError;
  return (
    <section className={styles["card"]} aria-label={t("assets")}>
      <SegmentedControl
        label={t("choose_market")}
        choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
        value={market}
        onChange={chooseMarket}
      />
      {failed ? (
        <div className={styles["failed"]} role="alert">
          <p>{assets.error.message}</p>
          <Button look="quiet" small busy={assets.isFetching} onClick={() => void assets.refetch()}>
            {shell("try_again")}
          </Button>
        </div>
      ) : (
        <a className={styles["figures"]} href={link(paths.positions())} aria-busy={waiting}>
          <span className={styles["label"]}>{t("total_assets")}</span>
          <TotalAssets
            value={waiting ? undefined : (own?.total_assets ?? "0")}
            currency={currency}
          />
          <span className={styles["unrealized"]}>
            <span className={styles["label"]}>{t("unrealized")}</span>
            <Value value={own?.unrealized} waiting={waiting} signed />
          </span>
          <span className={styles["row"]}>
            <span className={styles["figure"]}>
              <span className={styles["label"]}>{t("available")}</span>
              <Value value={own?.available} waiting={waiting} />
            </span>
            <span className={styles["figure"]}>
              <span className={styles["label"]}>{t("frozen")}</span>
              <Value value={own?.frozen} waiting={waiting} />
            </span>
          </span>
        </a>
      )}
    </section>
  );
}

function TotalAssets({ value, currency }: { value: string | undefined; currency: string }) {
  return (
    <span className={styles["total"]}>
      {value === undefined ? (
        <Skeleton width="70%" height="2rem" />
      ) : (
        <Fitted characters={displayMoney(value).length + currency.length}>
          <Amount value={value} currency={currency} />
        </Fitted>
      )}
    </span>
  );
}

type ValueProps = { value: string | undefined; waiting: boolean; signed?: boolean };

function Value({ value, waiting, signed }: ValueProps) {
  return (
    <span className={styles["value"]}>
      {waiting ? (
        <Skeleton width="6rem" height="0.9375rem" />
      ) : (
        <Fitted characters={displayMoney(value).length}>
          {signed === true ? <SignedAmount value={value} /> : <Amount value={value} />}
        </Fitted>
      )}
    </span>
  );
}

/** A figure that grows beyond its column, or large text, is set smaller: every digit stays. */
function Fitted({ characters, children }: { characters: number; children: ReactNode }) {
  return (
    <span className={styles["fitted"]} style={{ "--characters": characters } as CSSProperties}>
      {children}
    </span>
  );
}
