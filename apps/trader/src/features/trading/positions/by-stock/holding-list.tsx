import type { MarketKey } from "@sanshi/money";
import { classNames, EmptyState, LinkButton } from "@sanshi/ui";
import { Illustration } from "../../../../shared/illustration.tsx";
import { inLanguage } from "@sanshi/web/language";
import { lazy, Suspense, useState } from "react";
import { link, paths } from "../../../../app/paths.ts";
import { Loaded } from "../../../../shared/loaded.tsx";
import { useText } from "../../../../shared/text.ts";
import { useHoldings } from "../positions-queries.ts";
import { ListWaiting } from "../summary.tsx";
import { arrange, type Arranged } from "../arranging.ts";
import { HiddenRows, type Arrangement } from "../list-tools.tsx";
import rows from "../rows.module.css";
import styles from "./by-stock.module.css";
import { keyOf, type Holding } from "./holding.ts";
import { StockRow } from "./stock-row.tsx";

// As with a single position: a list that is only looked at does without the form and its answer.
const CloseHoldingSheet = lazy(async () => ({
  default: (await import("./close-holding-sheet.tsx")).CloseHoldingSheet,
}));

type StockHoldingListProps = {
  type: MarketKey;
  stock: string | undefined;
  arrangement: Arrangement;
  onShowAll: () => void;
};

/** What is held, one row a stock; a row opens its openings. */
export function StockHoldingList({ type, stock, arrangement, onShowAll }: StockHoldingListProps) {
  const t = useText("positions");
  const holdings = useHoldings(type, true);
  // Until a row is touched, the first of the stock that a link was to.
  const [touched, setOpened] = useState<string | null | undefined>(undefined);
  const linked = holdings.data?.items.find(({ code }) => code === stock);
  const opened = touched === undefined && linked !== undefined ? keyOf(linked) : touched;
  const [closing, setClosing] = useState<Holding | null>(null);
  const [wanted, setWanted] = useState(false);
  if (closing !== null && !wanted) setWanted(true);
  return (
    <>
      <Loaded query={holdings} waiting={<ListWaiting />}>
        {({ items }) => {
          if (items.length === 0) {
            return (
              <EmptyState picture={<Illustration name="holdings" />} sentence={t("empty_holding")}>
                <LinkButton href={link(paths.market())}>{t("find_stocks")}</LinkButton>
              </EmptyState>
            );
          }
          const shown = arrange(items, arrangement, arrangedHolding);
          return (
            <>
              <ul className={classNames(rows["list"], styles["list"])}>
                {shown.map((holding) => {
                  const key = keyOf(holding);
                  return (
                    <li key={key}>
                      <StockRow
                        holding={holding}
                        isOpen={opened === key}
                        onToggle={() => setOpened(opened === key ? null : key)}
                        onClose={() => setClosing(holding)}
                      />
                    </li>
                  );
                })}
              </ul>
              <HiddenRows shown={shown.length} all={items.length} onShowAll={onShowAll} />
            </>
          );
        }}
      </Loaded>
      {wanted && (
        <Suspense fallback={null}>
          <CloseHoldingSheet holding={closing} onClose={() => setClosing(null)} />
        </Suspense>
      )}
    </>
  );
}

function arrangedHolding(holding: Holding): Arranged {
  return {
    value: holding.market_value,
    profit: holding.profit,
    percent: holding.profit_percent,
    day: holding.day_profit,
    name: inLanguage(holding.names),
    isSellable: /[1-9]/.test(holding.quantity_free),
    isBorrowed: holding.funding === "margin" || holding.side === "short",
  };
}
