import type { IntradayTerms, IntradayTrade } from "@sanshi/contract";
import { displayDecimal, displayMoney, displaySignedMoney, type MarketKey } from "@sanshi/money";
import { EmptyState, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useEffect } from "react";
import { link, paths } from "../../../app/paths.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import styles from "../../../shared/offers/offers.module.css";
import { CardLine, StateBadge } from "../../../shared/offers/offer-head.tsx";
import { MarketChoice, ProductScreen } from "../../../shared/offers/product-screen.tsx";
import { dayText, signedPercent } from "../../../shared/signed-figures.ts";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { listenToEvents } from "../../../shared/stream.ts";
import { ruleText, useText } from "../../../shared/text.ts";
import { showCountdown, useServerNow } from "../../../shared/times.ts";
import { IntradayForm } from "./intraday-form.tsx";

const readAgainMs = 3_000;

export function refreshIntraday(): Promise<void> {
  return refresh(
    "/trade/intradaylist",
    "/trade/intraday-days",
    "/trade/intraday-terms",
    "/trade/userstocklist",
    "/user/assets",
    "/user/getUserinfo",
  );
}

/** /home/withinDays: positions of one day, opened here, running with their profit, and what the days came to. */
export default function IntradayScreen() {
  const t = useText("intraday");
  const type = useChosenMarket();
  const terms = useCall("/trade/intraday-terms", { type }, { quiet: true, staleTime: 0 });
  const trades = useCall(
    "/trade/intradaylist",
    { type },
    { quiet: true, staleTime: 0, refetchInterval: readAgainMs },
  );
  useEffect(
    () =>
      listenToEvents(({ kind }) => {
        if (kind === "position_closed" || kind === "message") void refreshIntraday();
      }),
    [],
  );
  return (
    <ProductScreen title={t("title")} onRefresh={refreshIntraday}>
      <MarketChoice label={t("market")} />
      <Loaded query={terms} waiting={<SkeletonRows count={3} />}>
        {(known) => (
          <>
            <Terms terms={known} />
            {known.is_open && <IntradayForm key={type} type={type} terms={known} />}
          </>
        )}
      </Loaded>
      <Loaded query={trades} waiting={<SkeletonRows count={3} />}>
        {(all) => <Trades trades={all} />}
      </Loaded>
      <Days type={type} />
    </ProductScreen>
  );
}

function Terms({ terms }: { terms: IntradayTerms }) {
  const t = useText("intraday");
  const now = useServerNow();
  const rule = ruleText(terms.rule, undefined);
  if (terms.leverages.length === 0) {
    return <p className={formStyles["notice"]}>{t("not_offered", { rule })}</p>;
  }
  const seconds = (Date.parse(terms.squares_off_at) - now) / 1_000;
  return (
    <>
      <p className={formStyles["notice"]}>
        {t("squares_off_in", {
          time: showCountdown(Math.max(0, seconds)),
          at: showDateTime(terms.squares_off_at),
        })}
      </p>
      <p className={formStyles["note"]}>{t("rule_note", { rule, rate: terms.carry_over_rate })}</p>
      {terms.day_traders !== null && <DayTraders traders={terms.day_traders} />}
      {!terms.is_open && <p className={formStyles["note"]}>{t("closed_note")}</p>}
    </>
  );
}

/** What the market's rule for day traders says of this customer now. */
function DayTraders({ traders }: { traders: NonNullable<IntradayTerms["day_traders"]> }) {
  const t = useText("intraday");
  const { pattern, buying_power: power } = traders;
  const rule = ruleText(traders.rule, undefined);
  return (
    <>
      {power !== null && (
        <p className={formStyles["note"]}>
          {t("buying_power", {
            rule,
            long: displayMoney(power.long),
            short: displayMoney(power.short),
          })}
        </p>
      )}
      {pattern !== null && (
        <p className={formStyles["note"]}>
          {t("day_trades_made", {
            rule,
            made: String(pattern.made),
            trades: String(pattern.trades),
            days: String(pattern.days),
            equity: displayMoney(pattern.equity),
          })}
        </p>
      )}
    </>
  );
}

function Trades({ trades }: { trades: readonly IntradayTrade[] }) {
  const t = useText("intraday");
  const running = trades.filter(({ state }) => state === "trading" || state === "submitted");
  const over = trades.filter(({ state }) => state === "completed" || state === "failed");
  return (
    <>
      <h2 className={formStyles["heading"]}>{t("running")}</h2>
      {running.length === 0 ? (
        <EmptyState picture={<Illustration name="intraday" />} sentence={t("running_empty")} />
      ) : (
        <TradeList trades={running} />
      )}
      {over.length > 0 && (
        <>
          <h2 className={formStyles["heading"]}>{t("history")}</h2>
          <TradeList trades={over} />
        </>
      )}
    </>
  );
}

function TradeList({ trades }: { trades: readonly IntradayTrade[] }) {
  return (
    <ul className={styles["list"]}>
      {trades.map((trade) => (
        <li key={trade.id}>
          <TradeCard trade={trade} />
        </li>
      ))}
    </ul>
  );
}

const tones = { submitted: "wait", trading: "good", completed: "none", failed: "bad" } as const;

function TradeCard({ trade }: { trade: IntradayTrade }) {
  const t = useText("intraday");
  const { type, state, position } = trade;
  const list = useCall(
    "/trade/userstocklist",
    { type },
    { quiet: true, staleTime: 0, refetchInterval: readAgainMs, enabled: state === "trading" },
  );
  const held = position === null ? undefined : list.data?.[position];
  const live = held === undefined || typeof held === "string" ? null : held;
  const currency = type.toUpperCase();
  const money = (amount: string) => `${displayMoney(amount)} ${currency}`;
  const gain = (amount: string) => `${displaySignedMoney(amount)} ${currency}`;
  const at = (price: string) => `${displayDecimal(price, 2, 4)} ${currency}`;
  const byUs = trade.squared_off.at(-1);
  const facts: readonly Fact[] = [
    [t("opened"), trade.open_price === null ? null : at(trade.open_price)],
    [t("now"), live === null ? null : at(live.nowprice)],
    [
      t("profit"),
      live === null ? null : `${gain(live.yingkui)} (${signedPercent(live.profit_percent)}%)`,
    ],
    [t("closed"), trade.close_price === null ? null : at(trade.close_price)],
    [t("fees"), trade.fees === null ? null : money(trade.fees)],
    [
      t("interest"),
      trade.interest === null || trade.interest === "0" ? null : money(trade.interest),
    ],
    [t("premium"), trade.premium === null ? null : money(trade.premium)],
    [t("carry_over_fee"), trade.carry_over_fee === null ? null : money(trade.carry_over_fee)],
    [t("result"), trade.result === null ? null : gain(trade.result)],
    [t("squared_off"), byUs === undefined ? null : `${showDateTime(byUs.at)} · ${at(byUs.price)}`],
    [t("carried"), trade.carried_at === null ? null : showDateTime(trade.carried_at)],
    [t("applied_at"), showDateTime(trade.applied_at)],
  ];
  return (
    <section className={formStyles["card"]}>
      <CardLine
        href={null}
        badge={<StateBadge tone={tones[state]}>{t(`state_${state}`)}</StateBadge>}
      >
        {inLanguage(trade.names)} {trade.code} · {t(trade.side)} {trade.leverage}× ·{" "}
        {t("shares", { count: displayDecimal(trade.quantity, 0, 0) })}
      </CardLine>
      <Facts facts={facts} />
      {position !== null && state === "trading" && (
        <LinkButton look="quiet" wide href={link(paths.position({ id: position }))}>
          {t("to_position")}
        </LinkButton>
      )}
    </section>
  );
}

/** Losses stand beside wins, and fees are in the result. */
function Days({ type }: { type: MarketKey }) {
  const t = useText("intraday");
  const days = useCall(
    "/trade/intraday-days",
    { type },
    { quiet: true, staleTime: 0, refetchInterval: readAgainMs },
  );
  const money = (amount: string) => `${displayMoney(amount)} ${type.toUpperCase()}`;
  const gain = (amount: string) => `${displaySignedMoney(amount)} ${type.toUpperCase()}`;
  if (days.data === undefined || days.data.length === 0) return null;
  return (
    <>
      <h2 className={formStyles["heading"]}>{t("days")}</h2>
      <ul className={styles["list"]}>
        {days.data.map((day) => (
          <li key={day.date} className={formStyles["card"]}>
            <div className={styles["line"]}>
              <strong>{dayText(day.date)}</strong>
              <strong>{gain(day.result)}</strong>
            </div>
            <p className={formStyles["note"]}>
              {t("day_counts", {
                trades: String(day.trades),
                wins: String(day.wins),
                losses: String(day.losses),
              })}
            </p>
            <p className={formStyles["note"]}>
              {t("day_averages", {
                win: day.wins === 0 ? "–" : gain(day.average_win),
                loss: day.losses === 0 ? "–" : gain(day.average_loss),
              })}
            </p>
            <p className={formStyles["note"]}>
              {t("day_costs", { fees: money(day.fees), interest: money(day.interest) })}
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}
