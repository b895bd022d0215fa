import type { MarketKey } from "@sanshi/money";
import { EmptyState, LinkButton } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../../app/paths.ts";
import { Loaded } from "../../../../shared/loaded.tsx";
import { useText } from "../../../../shared/text.ts";
import { useHoldings } from "../positions-queries.ts";
import { ListWaiting } from "../summary.tsx";
import rows from "../rows.module.css";
import { CloseHoldingSheet } from "./close-holding-sheet.tsx";
import { keyOf, type Holding } from "./holding.ts";
import { StockRow } from "./stock-row.tsx";

type StockHoldingListProps = { type: MarketKey; stock: string | undefined };

/** What is held, one row a stock; a row opens its openings. */
export default function StockHoldingList({ type, stock }: StockHoldingListProps) {
  const t = useText("positions");
  const holdings = useHoldings(type, true);
  // Until a row is touched, the first of the stock that a link was to.
  const [touched, setOpened] = useState<string | null | undefined>(undefined);
  const linked = holdings.data?.items.find(({ code }) => code === stock);
  const opened = touched === undefined && linked !== undefined ? keyOf(linked) : touched;
  const [closing, setClosing] = useState<Holding | null>(null);
  return (
    <>
      <Loaded query={holdings} waiting={<ListWaiting />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState sentence={t("empty_holding")}>
              <LinkButton href={link(paths.market())}>{t("find_stocks")}</LinkButton>
            </EmptyState>
          ) : (
            <ul className={rows["list"]}>
              {items.map((holding) => {
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
          )
        }
      </Loaded>
      <CloseHoldingSheet holding={closing} onClose={() => setClosing(null)} />
    </>
  );
}
