import { settlementCurrency, type MarketKey } from "@sanshi/money";
import { Amount, Change, classNames, Icon, SignedAmount, Skeleton } from "@sanshi/ui";
import { useState, type ReactNode } from "react";
import { useText } from "../../../shared/text.ts";
import type { ClosedPositions, HeldPositions } from "./position-list.ts";
import { positionStatus } from "./position-status.ts";
import { useLiveTotals, useProfit } from "./positions-queries.ts";
import { ProfitSheet } from "./profit-sheet.tsx";
import { profitsAt } from "./valuation.ts";
import styles from "./summary.module.css";

type HeldSummaryProps = { type: MarketKey; held: HeldPositions };

/** The one figure first: what all positions of the market have gained or lost by now. */
export function HeldSummary({ type, held }: HeldSummaryProps) {
  const t = useText("positions");
  const totals = useLiveTotals(type, held);
  const answered = useProfit(type).data?.markets.find((one) => one.type === type);
  const profits = answered && profitsAt(type, answered, totals.profit);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section className={styles["summary"]} aria-label={t("floating_profit")}>
      <p className={styles["label"]}>
        {t("floating_profit")}
        <button type="button" className={styles["parts"]} onClick={() => setIsOpen(true)}>
          {t("profit_parts")}
          <Icon name="chevron" size={16} />
        </button>
      </p>
      <p className={classNames(styles["figure"], styles["compact"])}>
        <SignedAmount value={totals.profit} currency={settlementCurrency(type)} />
        <span className={styles["beside"]}>
          <Change percent={totals.percent} />
        </span>
      </p>
      <dl className={styles["strip"]}>
        <Fact name={t("day_profit")}>
          <LaterAmount value={profits?.day} />
        </Fact>
        <Fact name={t("overall_profit")}>
          <LaterAmount value={profits?.overall} />
        </Fact>
        <Fact name={t("market_value")}>
          <Amount value={totals.marketValue} />
        </Fact>
        <Fact name={t("cost")}>
          <Amount value={totals.cost} />
        </Fact>
        {totals.short !== null && (
          <>
            <Fact name={t("short_market_value")}>
              <Amount value={totals.short.marketValue} />
            </Fact>
            <Fact name={t("short_value")}>
              <Amount value={totals.short.proceeds} />
            </Fact>
          </>
        )}
      </dl>
      <ProfitSheet type={type} open={isOpen} onClose={() => setIsOpen(false)} />
    </section>
  );
}

type RealisedSummaryProps = { type: MarketKey; closed: ClosedPositions };

export function RealisedSummary({ type, closed }: RealisedSummaryProps) {
  const t = useText("positions");
  const sold = closed.items.filter((one) => one.status === positionStatus.closed).length;
  return (
    <section className={styles["summary"]} aria-label={t("realised_profit")}>
      <p className={styles["label"]}>{t("realised_profit")}</p>
      <p className={styles["figure"]}>
        <SignedAmount value={closed.realisedProfit} currency={settlementCurrency(type)} />
      </p>
      <p className={styles["note"]}>{t("realised_note")}</p>
      <dl className={styles["facts"]}>
        <Fact name={t("closed_positions")}>{sold}</Fact>
        <Fact name={t("not_filled")}>{closed.items.length - sold}</Fact>
      </dl>
    </section>
  );
}

/** It comes after what is held. */
function LaterAmount({ value }: { value: string | undefined }) {
  if (value === undefined) return <Skeleton width="6rem" height="0.9rem" />;
  return <SignedAmount value={value} />;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function SummaryWaiting() {
  return (
    <div className={styles["summary"]} aria-hidden="true">
      <p className={styles["label"]}>
        <Skeleton width="5rem" height="0.8rem" />
      </p>
      <p className={classNames(styles["figure"], styles["compact"])}>
        <Skeleton width="12rem" height="1.6rem" />
      </p>
      <div className={styles["strip"]}>
        {["day", "overall", "value", "cost"].map((fact) => (
          <div key={fact}>
            <Skeleton width="8rem" height="0.8rem" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** Stand-ins for rows with a footer. */
export function ListWaiting() {
  return (
    <div aria-hidden="true">
      {[9, 7, 10].map((width) => (
        <div key={width} className={styles["rowWaiting"]}>
          <div>
            <Skeleton width={`${width}rem`} />
            <Skeleton width="5rem" />
          </div>
          <div>
            <Skeleton width="6rem" height="0.8rem" />
            <Skeleton width="4rem" height="0.8rem" />
          </div>
          <div>
            <Skeleton width="8rem" height="0.8rem" />
            <Skeleton width="6rem" height="2.5rem" />
          </div>
        </div>
      ))}
    </div>
  );
}
