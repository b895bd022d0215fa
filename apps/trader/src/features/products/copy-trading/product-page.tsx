import type { CopyProduct, CopyProductPage } from "@sanshi/contract";
import type { CopyPeriod } from "@sanshi/contract/constants";
import { displayDecimal, displayMoney } from "@sanshi/money";
import { Change, LinkButton, PullToRefresh, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDate, showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, routes } from "../../../app/paths.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import styles from "./copy-trading.module.css";
import { FigureList } from "./figure-list.tsx";
import { FollowForm } from "./follow-form.tsx";
import { PeriodChoice } from "./period-choice.tsx";
import { StateBadge } from "./state-badge.tsx";
import { Trades } from "./trades.tsx";
import { ValueLines } from "./value-lines.tsx";
import { dayText, moneyText, signedPercent, unitText } from "./words.ts";
import { FramedReason, StaffNote } from "../../../shared/operator-words.tsx";

/** One strategy: what it does, when it loses, what it made, tested and live apart, and each of its trades. */
export function ProductPage({ id }: { id: string }) {
  const t = useText("follow");
  const [period, setPeriod] = useState<CopyPeriod>("start");
  const page = useCall("/trade/product", { id, period }, { quiet: true, staleTime: 0, keep: true });
  return (
    <Screen title={t("info_title")}>
      <PullToRefresh
        onRefresh={() => refresh("/trade/product", "/trade/product-trades")}
        texts={pullTexts()}
      >
        <div className={styles["screen"]}>
          <Loaded query={page} waiting={<SkeletonRows count={8} />}>
            {(known) => <Content page={known} period={period} setPeriod={setPeriod} />}
          </Loaded>
        </div>
      </PullToRefresh>
    </Screen>
  );
}

type ContentProps = {
  page: CopyProductPage;
  period: CopyPeriod;
  setPeriod: (period: CopyPeriod) => void;
};

function Content({ page, period, setPeriod }: ContentProps) {
  const t = useText("follow");
  const { product, live, index } = page;
  return (
    <>
      <div className={styles["line"]}>
        <h2 className={styles["name"]}>{inLanguage(product.names)}</h2>
        <StateBadge product={product} />
      </div>
      <Notices product={product} />
      <section className={formStyles["card"]} aria-label={t("what")}>
        <p className={styles["lead"]}>{t(`what_${product.strategy}`)}</p>
        <h3 className={styles["name"]}>{t("when_loses")}</h3>
        <p className={styles["lead"]}>{t(`loses_${product.strategy}`)}</p>
      </section>
      {product.strategy === "mirror" && <Mirrored />}
      <PeriodChoice value={period} onChange={setPeriod} />
      <section className={formStyles["card"]} aria-label={t("live")}>
        <h3 className={styles["name"]}>{t("live")}</h3>
        {live.figures === null ? (
          <p className={styles["muted"]}>
            {product.valued_at === null || period === "start"
              ? t("no_live")
              : t("no_live_in_period", {
                  at: showDate(product.valued_at),
                  value: unitText(product.unit_value, product.type),
                })}
          </p>
        ) : (
          <>
            <Change className={styles["hero"]} percent={live.figures.return} />
            <ValueLines points={live.points} index={index} kind="live" />
            <FigureList figures={live.figures} index={index} />
          </>
        )}
      </section>
      <Tested page={page} />
      <Facts product={product} />
      <Holds page={page} />
      {product.mine > 0 && (
        <LinkButton look="quiet" wide href={link(routes.followOrder)}>
          {t("to_own")}
        </LinkButton>
      )}
      {product.state === "open" && product.next !== null && <FollowForm product={product} />}
      <Trades id={product.id} type={product.type} />
    </>
  );
}

const mirrorRules = ["mirror_order", "mirror_limits", "mirror_interest", "mirror_end"] as const;

/** Of a customer's account: who trades first, what of it is followed, and what the holder could gain. */
function Mirrored() {
  const t = useText("follow");
  return (
    <section className={formStyles["card"]} aria-label={t("mirror_title")}>
      <h3 className={styles["name"]}>{t("mirror_title")}</h3>
      {mirrorRules.map((rule) => (
        <p key={rule} className={styles["lead"]}>
          {t(rule)}
        </p>
      ))}
    </section>
  );
}

function Notices({ product }: { product: CopyProduct }) {
  const t = useText("follow");
  const { suspended, stopped_at: stopped, winds_down: winds } = product;
  const notices = [
    suspended === null
      ? null
      : t(`suspended_${suspended.cause}`, { since: showDateTime(suspended.since) }),
    stopped === null ? null : t("stopped", { at: showDateTime(stopped) }),
  ];
  return (
    <>
      {notices.map(
        (notice) =>
          notice !== null && (
            <p key={notice} className={formStyles["notice"]}>
              {notice}
            </p>
          ),
      )}
      {winds !== null && (
        <FramedReason reason={inLanguage(winds.reason)}>
          {(reason) => (
            <p className={formStyles["notice"]}>
              {t("winds", { at: showDateTime(winds.at), reason })}
            </p>
          )}
        </FramedReason>
      )}
    </>
  );
}

function Tested({ page }: { page: CopyProductPage }) {
  const t = useText("follow");
  const { backtest, index } = page;
  const { expected_daily_profit: expected } = page.product;
  return (
    <section className={formStyles["card"]} aria-label={t("tested")}>
      <h3 className={styles["name"]}>{t("tested")}</h3>
      {backtest.figures === null || expected === null ? (
        <p className={styles["muted"]}>
          {t(page.product.strategy === "mirror" ? "no_test" : "untested")}
        </p>
      ) : (
        <>
          <p className={styles["muted"]}>{t("tested_note")}</p>
          {backtest.bars !== null && (
            <p className={styles["muted"]}>{t(`tested_${backtest.bars}`)}</p>
          )}
          <div className={styles["line"]}>
            <span className={styles["muted"]}>{t("expected")}</span>
            <span className={styles["figure"]}>
              {t("expected_range", {
                low: signedPercent(expected.low),
                high: signedPercent(expected.high),
              })}
            </span>
          </div>
          <p className={styles["muted"]}>
            {t("expected_note", {
              from: dayText(expected.from),
              to: dayText(expected.to),
              days: String(expected.days),
              lost: String(expected.lost_days),
            })}
          </p>
          <ValueLines points={backtest.points} index={index} kind="tested" />
          <FigureList figures={backtest.figures} index={index} />
        </>
      )}
    </section>
  );
}

function Facts({ product }: { product: CopyProduct }) {
  const t = useText("follow");
  const { type, next } = product;
  const facts: readonly (readonly [name: string, value: string | null])[] = [
    [t("issuer"), product.issuer],
    [t("minimum"), moneyText(product.minimum, type)],
    [t("deadline"), showDateTime(product.deadline)],
    [t("lock_up"), t("lock_up_days", { days: String(product.lock_up_days) })],
    [t("capacity_left"), moneyText(product.capacity_left, type)],
    [t("followers"), String(product.followers)],
    [t(product.strategy === "mirror" ? "seed_of_house" : "seed"), moneyText(product.seed, type)],
    [t("management"), `${product.management_percent}%`],
    [t("performance"), `${product.performance_percent}%`],
    [t("unit_value"), unitText(product.unit_value, type)],
    [t("asked_until"), next === null ? null : showDateTime(next.asked_until)],
    [t("next_value"), next === null ? null : showDateTime(next.at)],
  ];
  return (
    <section className={formStyles["card"]} aria-label={t("terms")}>
      <h3 className={styles["name"]}>{t("terms")}</h3>
      <dl className={styles["facts"]}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {product.written_by_staff && <StaffNote />}
    </section>
  );
}

function Holds({ page }: { page: CopyProductPage }) {
  const t = useText("follow");
  const { holds, cash, product } = page;
  return (
    <section className={formStyles["card"]} aria-label={t("holds")}>
      <h3 className={styles["name"]}>{t("holds")}</h3>
      {holds.length === 0 && <p className={styles["muted"]}>{t("holds_nothing")}</p>}
      <dl className={styles["facts"]}>
        {holds.map((held, index) => (
          // One stock may be held by several openings.
          <div key={`${held.code} ${index}`}>
            <dt>
              {inLanguage(held.names)} {held.code} · {t(held.side)}{" "}
              {displayDecimal(held.quantity, 0, 0)}
            </dt>
            <dd>{held.value === null ? "–" : displayMoney(held.value)}</dd>
          </div>
        ))}
        <div>
          <dt>{t("cash")}</dt>
          <dd>{moneyText(cash, product.type)}</dd>
        </div>
      </dl>
    </section>
  );
}
