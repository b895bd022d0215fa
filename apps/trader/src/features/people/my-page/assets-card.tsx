import {
  formatMinor,
  isMarketKey,
  marketKeys,
  parseMinor,
  settlementCurrency,
  subtractMinor,
  zeroMinor,
  type MarketKey,
} from "@sanshi/money";
import { Amount, SegmentedControl, SignedAmount, Skeleton } from "@sanshi/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { Loaded } from "../../../shared/loaded.tsx";
import { UnsettledCash } from "../../../shared/unsettled-cash.tsx";
import { useText } from "../../../shared/text.ts";
import styles from "./assets-card.module.css";
import type { CurrencyAssets, UserInfo } from "./my-page-queries.ts";

type Assets = { currencies: readonly CurrencyAssets[]; at: string };
type AssetsCardProps = {
  assets: UseQueryResult<Assets, Error>;
  info: UserInfo | undefined;
};

/** What the customer looked at last, for as long as the page lives. */
let lastCurrency: MarketKey = "jpy";

/** The specification's figures, in one currency at a time. */
export function AssetsCard({ assets, info }: AssetsCardProps) {
  const t = useText("myPage");
  const asked = useSearchParams()[0].get("type") ?? "";
  // A message about a currency leads to its figures.
  const [market, setMarket] = useState<MarketKey>(isMarketKey(asked) ? asked : lastCurrency);
  return (
    <section className={styles["card"]} aria-label={t("assets")}>
      <SegmentedControl
        label={t("currency")}
        choices={marketKeys.map((key) => ({ value: key, label: t(`currency_${key}`) }))}
        value={market}
        onChange={(next) => {
          lastCurrency = next;
          setMarket(next);
        }}
      />
      <Loaded query={assets} waiting={<FiguresWaiting />}>
        {(data) => (
          <Figures
            market={market}
            assets={data.currencies.find((one) => one.currency === settlementCurrency(market))}
            creditLimit={info?.[`${market}yjed`]}
          />
        )}
      </Loaded>
    </section>
  );
}

type FiguresProps = {
  market: MarketKey;
  assets: CurrencyAssets | undefined;
  creditLimit: string | undefined;
};

function Figures({ market, assets, creditLimit }: FiguresProps) {
  const t = useText("myPage");
  return (
    <>
      <p className={styles["label"]}>{t("total_assets")}</p>
      <p className={styles["total"]}>
        <Amount value={assets?.total_assets} currency={settlementCurrency(market)} />
      </p>
      <dl className={styles["figures"]}>
        <Figure name={t("holdings_value")}>
          <Amount value={assets && longValue(assets)} />
        </Figure>
        {assets !== undefined && /[1-9]/.test(assets.short_value) && (
          <Figure name={t("short_value")}>
            <Amount value={`-${assets.short_value}`} />
          </Figure>
        )}
        <Figure name={t("floating_profit")}>
          <SignedAmount value={assets?.unrealized} />
        </Figure>
        <Figure name={t("available")}>
          <Amount value={assets?.available} />
        </Figure>
        <Figure name={t("frozen")}>
          <Amount value={assets?.frozen} />
        </Figure>
        <Figure name={t("credit_limit")}>
          <Amount value={creditLimit} />
        </Figure>
        <Figure name={t("total_debt")}>
          <Amount value={assets?.total_debt} />
        </Figure>
      </dl>
      <div className={styles["unsettled"]}>
        {assets !== undefined && (
          <UnsettledCash cash={assets} currency={settlementCurrency(market)} />
        )}
      </div>
      <p className={styles["note"]}>{t("assets_note")}</p>
    </>
  );
}

/** What is owned: the specification's figure less what was sold short, which is owed. */
function longValue({ currency, holdings_value, short_value }: CurrencyAssets): string {
  const minorOf = (text: string) => parseMinor(text, currency) ?? zeroMinor;
  return formatMinor(subtractMinor(minorOf(holdings_value), minorOf(short_value)), currency);
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function FiguresWaiting() {
  return (
    <div aria-hidden="true">
      <p className={styles["label"]}>
        <Skeleton width="5rem" height="0.8rem" />
      </p>
      <p className={styles["total"]}>
        <Skeleton width="12rem" height="2rem" />
      </p>
      <div className={styles["figures"]}>
        {[6, 5, 7, 6, 5, 6].map((width, index) => (
          <div key={index}>
            <Skeleton width="4rem" height="0.8rem" />
            <Skeleton width={`${width}rem`} />
          </div>
        ))}
      </div>
      <p className={styles["note"]}>
        <Skeleton width="14rem" height="0.7rem" />
      </p>
    </div>
  );
}
