import { settlementCurrency } from "@sanshi/money";
import { SegmentedControl, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { showDateTime } from "@sanshi/web/times";
import { homeCurrency } from "../../../shared/home-currency.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useText } from "../../../shared/text.ts";
import type { Position } from "./position.ts";
import styles from "./position-screen.module.css";
import { usePositionProfit } from "./positions-queries.ts";
import { PartRows } from "./profit-parts.tsx";
import { Converted } from "./profit-sheet.tsx";

/** What this position has brought so far, and out of what: in its currency, and in the reader's. */
export function ProfitPanel({ position }: { position: Position }) {
  const t = useText("positions");
  const [own, home] = [settlementCurrency(position.type), homeCurrency()];
  const [currency, setCurrency] = useState<string>(own);
  const profit = usePositionProfit(position.id, home);
  return (
    <section className={styles["panel"]}>
      <h2 className={styles["heading"]}>{t("profit_title")}</h2>
      <div className={styles["parts"]}>
        {own !== home && (
          <SegmentedControl
            label={t("profit_scope")}
            choices={[own, home].map((value) => ({ value, label: value }))}
            value={currency}
            onChange={setCurrency}
          />
        )}
        <Loaded query={profit} waiting={<SkeletonRows count={5} />}>
          {(figures) =>
            currency === own ? (
              <>
                <PartRows parts={figures} currency={own} />
                <p className={styles["note"]}>
                  {t("position_profit_note", { time: showDateTime(figures.at) })}
                </p>
              </>
            ) : (
              <Converted figures={figures.converted} />
            )
          }
        </Loaded>
      </div>
    </section>
  );
}
