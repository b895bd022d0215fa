import type { CallOutput, Calls } from "@sanshi/contract";
import { settlementCurrency, type MarketKey } from "@sanshi/money";
import { SegmentedControl, Sheet, SignedAmount, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { showDateTime } from "@sanshi/web/times";
import { homeCurrency } from "../../../shared/home-currency.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useText } from "../../../shared/text.ts";
import { useProfit, useProfitParts } from "./positions-queries.ts";
import { Part, PartRows } from "./profit-parts.tsx";
import styles from "./profit-sheet.module.css";

type ProfitSheetProps = { type: MarketKey; open: boolean; onClose: () => void };

/** Out of what the profit is made: of one market in its currency and the reader's, or of all in the reader's. */
export function ProfitSheet({ type, open, onClose }: ProfitSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("profit_title")} closeLabel={shell("close")}>
      <Content type={type} />
    </Sheet>
  );
}

type Scope = "market" | "converted" | "all";

function Content({ type }: { type: MarketKey }) {
  const t = useText("positions");
  const shell = useText("shell");
  const [scope, setScope] = useState<Scope>("market");
  const [own, home] = [settlementCurrency(type), homeCurrency()];
  const parts = useProfitParts(home);
  const of = (name: string, currency: string) => t("profit_in", { market: name, currency });
  return (
    <>
      <SegmentedControl
        label={t("profit_scope")}
        choices={[
          { value: "market", label: of(shell(`market_${type}`), own) },
          ...(own === home
            ? []
            : [{ value: "converted" as const, label: of(shell(`market_${type}`), home) }]),
          { value: "all", label: of(t("profit_all"), home) },
        ]}
        value={scope}
        onChange={setScope}
      />
      <Loaded query={parts} waiting={<SkeletonRows count={6} />}>
        {({ markets, total, at }) => {
          const market = markets.find((one) => one.type === type);
          if (scope !== "market") {
            return <Converted figures={scope === "all" ? total : (market?.converted ?? null)} />;
          }
          return (
            market !== undefined && (
              <>
                <PartRows parts={market} currency={own}>
                  <HeldAndRealised type={type} />
                </PartRows>
                <p className={styles["note"]}>{t("profit_note", { time: showDateTime(at) })}</p>
              </>
            )
          );
        }}
      </Loaded>
    </>
  );
}

/** Also on a position's own page. */
export function Converted({
  figures,
}: {
  figures: CallOutput<Calls["/user/profit-parts"]>["total"];
}) {
  const t = useText("positions");
  if (figures === null) return <p className={styles["note"]}>{t("profit_no_rate")}</p>;
  return (
    <>
      <PartRows parts={figures} currency={figures.currency} />
      <p className={styles["note"]}>
        {t("profit_rate_note", {
          currency: figures.currency,
          time: showDateTime(figures.rates_at),
        })}
      </p>
    </>
  );
}

/** The same profit by whether the shares are held, and the day's. */
function HeldAndRealised({ type }: { type: MarketKey }) {
  const t = useText("positions");
  const profit = useProfit(type).data?.markets.find((one) => one.type === type);
  if (profit === undefined) return null;
  return (
    <>
      <Part strong name={t("profit_contained")}>
        {null}
      </Part>
      <Part name={t("profit_held")}>
        <SignedAmount value={profit.held_profit} />
      </Part>
      <Part name={t("realised_profit")}>
        <SignedAmount value={profit.realised} />
      </Part>
      <Part name={t("day_profit")}>
        <SignedAmount value={profit.day_profit} />
      </Part>
      <Part name={t("profit_realised_today")}>
        <SignedAmount value={profit.realised_today} />
      </Part>
    </>
  );
}
