import { displayMoney, marketKeys, settlementCurrency, type MarketKey } from "@sanshi/money";
import { Amount, Button, classNames, SegmentedControl, SignedAmount, Skeleton } from "@sanshi/ui";
import type { ReactNode } from "react";
import { link, paths } from "../../app/paths.ts";
import { useCall } from "../../shared/queries.ts";
import { chooseMarket } from "../../shared/stock-list/last-seen.ts";
import { useText } from "../../shared/text.ts";
import styles from "./assets-card.module.css";
import { assetsOf, heroSize, isTight } from "./assets.ts";

/** The one figure of the home screen: what the customer owns in the chosen market's currency. */
export function AssetsCard({ market }: { market: MarketKey }) {
  const t = useText("home");
  const shell = useText("shell");
  const assets = useCall("/user/assets", {}, { quiet: true });
  const currency = settlementCurrency(market);
  const own = assetsOf(assets.data, market);
  const tight = isTight(displayMoney(own?.available), displayMoney(own?.frozen));
  const failed = assets.data === undefined && assets.isError;
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
        <a
          className={styles["figures"]}
          href={link(paths.positions())}
          aria-busy={assets.data === undefined}
        >
          <span className={styles["label"]}>{t("total_assets")}</span>
          <TotalAssets
            value={assets.data === undefined ? undefined : (own?.total_assets ?? "0")}
            currency={currency}
          />
          <span className={styles["unrealized"]}>
            <span className={styles["label"]}>{t("unrealized")}</span>
            <Value waiting={assets.data === undefined}>
              <SignedAmount value={own?.unrealized} />
            </Value>
          </span>
          <span className={classNames(styles["row"], tight && styles["tight"])}>
            <span className={styles["figure"]}>
              <span className={styles["label"]}>{t("available")}</span>
              <Value waiting={assets.data === undefined}>
                <Amount value={own?.available} />
              </Value>
            </span>
            <span className={styles["figure"]}>
              <span className={styles["label"]}>{t("frozen")}</span>
              <Value waiting={assets.data === undefined}>
                <Amount value={own?.frozen} />
              </Value>
            </span>
          </span>
        </a>
      )}
    </section>
  );
}

function TotalAssets({ value, currency }: { value: string | undefined; currency: string }) {
  if (value === undefined) {
    return (
      <span className={styles["total"]}>
        <Skeleton width="70%" height="2rem" />
      </span>
    );
  }
  return (
    <span className={classNames(styles["total"], styles[heroSize(displayMoney(value))])}>
      <Amount value={value} currency={currency} />
    </span>
  );
}

function Value({ waiting, children }: { waiting: boolean; children: ReactNode }) {
  return (
    <span className={styles["value"]}>
      {waiting ? <Skeleton width="6rem" height="0.9375rem" /> : children}
    </span>
  );
}
