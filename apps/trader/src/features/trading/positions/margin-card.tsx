import type { CallOutput, Calls } from "@sanshi/contract";
import { displayDecimal, type MarketKey } from "@sanshi/money";
import { Amount, classNames, Icon } from "@sanshi/ui";
import type { CSSProperties, ReactNode } from "react";
import { ruleText, useText } from "../../../shared/text.ts";
import { marginState, meterOf, ratioText, type MarginState } from "./margin-meter.ts";
import styles from "./margin-card.module.css";
import { ratioKey } from "./names.ts";
import { useMargin } from "./positions-queries.ts";

type Margin = CallOutput<Calls["/trade/margin"]>;

/** How far the market's leveraged and short positions are from a margin call; nothing without any. */
export function MarginCard({ type }: { type: MarketKey }) {
  const t = useText("positions");
  const margin = useMargin(type).data;
  if (margin === undefined || !isUsed(margin)) return null;
  const state = marginState(margin);
  return (
    <details className={styles["card"]}>
      <summary className={styles["head"]}>
        <span className={styles["title"]}>{t(ratioKey(type))}</span>
        <span className={classNames(styles["ratio"], styles[state])}>
          {ratioText(margin.ratio)}
        </span>
        <span className={classNames(styles["state"], styles[state])}>{t(`margin_${state}`)}</span>
        <span className={styles["arrow"]}>
          <Icon name="down" size={18} />
        </span>
      </summary>
      <Meter margin={margin} state={state} />
      <MarginFacts margin={margin} />
    </details>
  );
}

type MeterProps = { margin: Margin; state: MarginState };

/** The ratio between the forced sale at the left and twice the initial margin at the right. */
function Meter({ margin, state }: MeterProps) {
  const t = useText("positions");
  const { now, forced, maintenance } = meterOf(margin);
  const at = (share: number) => ({ "--at": `${share * 100}%` }) as CSSProperties;
  return (
    <div className={styles["meter"]} aria-hidden="true">
      <span className={classNames(styles["bar"], styles[state])} style={at(now)} />
      <span className={styles["tick"]} style={at(forced)} />
      <span className={styles["tick"]} style={at(maintenance)} />
      <p className={styles["tickNames"]}>
        <span>{t("margin_tick_forced", { percent: margin.forced_sale_percent })}</span>
        <span>{t("margin_tick_call", { percent: margin.maintenance_percent })}</span>
      </p>
    </div>
  );
}

function MarginFacts({ margin }: { margin: Margin }) {
  const t = useText("positions");
  return (
    <>
      <dl className={styles["facts"]}>
        <Fact name={t("margin_equity")}>
          <Amount value={margin.equity} />
        </Fact>
        <Fact name={t("margin_exposure")}>
          <Amount value={margin.exposure} />
        </Fact>
        <Fact name={t("borrowed")}>
          <Amount value={margin.borrowed} />
        </Fact>
        <Fact name={t("interest_accrued")}>
          <Amount value={margin.interest} />
        </Fact>
        <Fact name={t("credit_available")}>
          <Amount value={margin.credit_available} />
        </Fact>
        {/[1-9]/.test(margin.unpaid_debt) && (
          <Fact name={t("unpaid_debt")}>
            <span className={styles["low"]}>
              <Amount value={margin.unpaid_debt.replace("-", "")} />
            </span>
          </Fact>
        )}
        <Fact name={t("rates")}>
          {t("rates_value", {
            long: displayDecimal(margin.long_rate, 0, 2),
            short: displayDecimal(margin.short_rate, 0, 2),
          })}
        </Fact>
      </dl>
      <p className={styles["note"]}>
        {t("margin_note", {
          ratio_name: t(`${ratioKey(margin.type)}_within`),
          call: margin.maintenance_percent,
          forced: margin.forced_sale_percent,
          rule: ruleText(margin.rule, margin.since),
        })}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function isUsed(margin: Margin): boolean {
  return /[1-9]/.test(margin.exposure) || /[1-9]/.test(margin.unpaid_debt);
}
