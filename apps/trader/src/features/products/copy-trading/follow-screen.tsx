import type { CopyProduct } from "@sanshi/contract";
import type { CopyPeriod } from "@sanshi/contract/constants";
import { marketKeys } from "@sanshi/money";
import {
  Change,
  EmptyState,
  LinkButton,
  PullToRefresh,
  SegmentedControl,
  SkeletonRows,
} from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { inLanguage } from "@sanshi/web/language";
import { showDate } from "@sanshi/web/times";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { link, paths, routes } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { chooseMarket, useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText } from "../../../shared/text.ts";
import styles from "./copy-trading.module.css";
import { PeriodChoice } from "./period-choice.tsx";
import { ProductPage } from "./product-page.tsx";
import { ranked, rankedOver } from "./ranking.ts";
import { StateBadge } from "./state-badge.tsx";
import { dayText, moneyText, signedPercent, unitText } from "./words.ts";

/** /home/follow: the strategies of a market by what they made or lost, and one of them. */
export default function FollowScreen() {
  const [query] = useSearchParams();
  const id = query.get("id");
  return id === null ? <Products /> : <ProductPage id={id} />;
}

function Products() {
  const t = useText("follow");
  const shell = useText("shell");
  const type = useChosenMarket();
  const [period, setPeriod] = useState<CopyPeriod>("start");
  const products = useCall(
    "/trade/productlist",
    { type, period },
    { quiet: true, staleTime: 0, keep: true },
  );
  return (
    <Screen title={t("title")}>
      <PullToRefresh onRefresh={() => refresh("/trade/productlist")} texts={pullTexts()}>
        <div className={styles["screen"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
            value={type}
            onChange={chooseMarket}
          />
          <PeriodChoice value={period} onChange={setPeriod} />
          <Loaded query={products} waiting={<SkeletonRows count={4} />}>
            {(all) =>
              all.length === 0 ? (
                <EmptyState picture={<Illustration name="strategies" />} sentence={t("empty")} />
              ) : (
                <Ranking products={all} period={period} />
              )
            }
          </Loaded>
          <LinkButton look="quiet" wide href={link(routes.followOrder)}>
            {t("to_own")}
          </LinkButton>
        </div>
      </PullToRefresh>
    </Screen>
  );
}

type RankingProps = { products: readonly CopyProduct[]; period: CopyPeriod };

/** It says what it ranks: over how many, for which period, and that losers and what is over are among them. */
function Ranking({ products, period }: RankingProps) {
  const t = useText("follow");
  const over = rankedOver(products);
  const sentences = [
    t("ranking", {
      count: String(over.all),
      period: t(period === "start" ? "since_launch" : `period_${period}`),
    }),
    over.ended === 0 ? null : t("ranking_ended", { count: String(over.ended) }),
    over.without === 0 ? null : t("ranking_without", { count: String(over.without) }),
  ];
  return (
    <>
      <div className={styles["muted"]}>
        {sentences.map((sentence) => sentence !== null && <p key={sentence}>{sentence}</p>)}
      </div>
      <ol className={styles["list"]}>
        {ranked(products).map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ProductCard({ product }: { product: CopyProduct }) {
  const t = useText("follow");
  const { expected_daily_profit: expected } = product;
  return (
    <a className={styles["product"]} href={link(paths.copyProduct({ id: product.id }))}>
      <span className={styles["line"]}>
        <span className={styles["name"]}>{inLanguage(product.names)}</span>
        <StateBadge product={product} />
      </span>
      <span className={styles["muted"]}>{t(`what_${product.strategy}`)}</span>
      <Result product={product} />
      <span className={styles["line"]}>
        <span className={styles["muted"]}>{t("expected")}</span>
        <span className={styles["figure"]}>
          {expected === null
            ? t(product.strategy === "mirror" ? "no_test" : "untested")
            : t("expected_range", {
                low: signedPercent(expected.low),
                high: signedPercent(expected.high),
              })}
        </span>
      </span>
      {expected !== null && (
        <span className={styles["muted"]}>
          {t("expected_brief", {
            from: dayText(expected.from),
            to: dayText(expected.to),
            days: String(expected.days),
            lost: String(expected.lost_days),
          })}
        </span>
      )}
      <span className={styles["line"]}>
        <span className={styles["muted"]}>
          {t("minimum")} {moneyText(product.minimum, product.type)}
        </span>
        <span className={styles["muted"]}>
          {t("lock_up")} {t("lock_up_days", { days: String(product.lock_up_days) })}
        </span>
      </span>
    </a>
  );
}

/** What it made in the period, with the market's index; its last value where it was not valued twice in it. */
function Result({ product }: { product: CopyProduct }) {
  const t = useText("follow");
  const { result, type, valued_at: valuedAt } = product;
  if (result === null) {
    return (
      <span className={styles["line"]}>
        <span className={styles["muted"]}>
          {valuedAt === null ? t("not_valued") : t("last_value", { at: showDate(valuedAt) })}
        </span>
        <span className={styles["figure"]}>
          {valuedAt === null ? "–" : unitText(product.unit_value, type)}
        </span>
      </span>
    );
  }
  const { index_return: index } = result;
  return (
    <>
      <span className={styles["line"]}>
        <span className={styles["muted"]}>{t("result_of", { from: dayText(result.from) })}</span>
        <Change className={styles["figure"]} percent={result.return} />
      </span>
      {index !== null && (
        <span className={styles["line"]}>
          <span className={styles["muted"]}>{t("index_same_days")}</span>
          <span className={styles["muted"]}>{signedPercent(index)}%</span>
        </span>
      )}
    </>
  );
}
