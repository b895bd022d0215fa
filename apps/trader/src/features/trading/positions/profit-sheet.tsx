import type { CallOutput, Calls } from "@sanshi/contract";
import { settlementCurrency, type MarketKey } from "@sanshi/money";
import {
  Amount,
  classNames,
  SegmentedControl,
  Sheet,
  SignedAmount,
  SkeletonRows,
} from "@sanshi/ui";
import { useState, type ReactNode } from "react";
import { Loaded } from "../../../shared/loaded.tsx";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { useProfit } from "./positions-queries.ts";
import styles from "./profit-sheet.module.css";

type Profit = CallOutput<Calls["/user/profit"]>;
type Figures = Profit["markets"][number] | NonNullable<Profit["total"]>;
type ProfitSheetProps = { type: MarketKey; open: boolean; onClose: () => void };

/** Out of what the profit is made: in one market, or in all of them in its currency. */
export function ProfitSheet({ type, open, onClose }: ProfitSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("profit_title")} closeLabel={shell("close")}>
      <Content type={type} />
    </Sheet>
  );
}

function Content({ type }: { type: MarketKey }) {
  const t = useText("positions");
  const shell = useText("shell");
  const [scope, setScope] = useState<"market" | "all">("market");
  const profit = useProfit(type);
  return (
    <>
      <SegmentedControl
        label={t("profit_scope")}
        choices={[
          { value: "market", label: shell(`market_${type}`) },
          { value: "all", label: t("profit_all") },
        ]}
        value={scope}
        onChange={setScope}
      />
      <Loaded query={profit} waiting={<SkeletonRows count={8} />}>
        {({ markets, total }) => {
          const own = markets.find((one) => one.type === type);
          const figures = scope === "market" ? own : total;
          if (figures === undefined || figures === null) {
            return <p className={styles["note"]}>{t("profit_no_rate")}</p>;
          }
          return (
            <>
              <Parts figures={figures} currency={settlementCurrency(type)} />
              <p className={styles["note"]}>
                {scope === "all" && total !== null
                  ? t("profit_rate_note", {
                      currency: total.currency,
                      time: showDateTime(total.rates_at),
                    })
                  : t("profit_note")}
              </p>
            </>
          );
        }}
      </Loaded>
    </>
  );
}

function Parts({ figures, currency }: { figures: Figures; currency: string }) {
  const t = useText("positions");
  const isAny = (amount: string) => /[1-9]/.test(amount);
  return (
    <dl className={styles["parts"]}>
      <Part strong name={t("overall_profit")}>
        <SignedAmount value={figures.profit} currency={currency} />
      </Part>
      <Part name={t("profit_held")}>
        <SignedAmount value={figures.held_profit} />
      </Part>
      <Part name={t("realised_profit")}>
        <SignedAmount value={figures.realised} />
      </Part>
      <Part name={t("profit_dividends")}>
        <SignedAmount value={figures.dividends} />
      </Part>
      <Part name={t("interest_accrued")}>
        <SignedAmount value={negated(figures.interest)} />
      </Part>
      <Part strong name={t("day_profit")}>
        <SignedAmount value={figures.day_profit} />
      </Part>
      <Part name={t("profit_realised_today")}>
        <SignedAmount value={figures.realised_today} />
      </Part>
      <Part strong name={t("profit_contained")}>
        {null}
      </Part>
      <Part name={t("fees")}>
        <Amount value={figures.fees} />
      </Part>
      {isAny(figures.stamp_duty) && (
        <Part name={t("stamp_duty")}>
          <Amount value={figures.stamp_duty} />
        </Part>
      )}
      <Part name={t("interest_paid")}>
        <Amount value={figures.interest_paid} />
      </Part>
    </dl>
  );
}

type PartProps = { name: string; strong?: boolean; children: ReactNode };

function Part({ name, strong, children }: PartProps) {
  return (
    <div className={classNames(strong === true && styles["strong"])}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What is owed lowers the profit. */
function negated(amount: string): string {
  if (!/[1-9]/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}
