import type { Lending } from "@sanshi/contract";
import { marketKeys, displayMoney, settlementCurrency } from "@sanshi/money";
import { SegmentedControl, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDate } from "@sanshi/web/times";
import { useState } from "react";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

/** Every lending of a market, those that are back too. */
export function PastLendings({ onOpen }: { onOpen: (id: string) => void }) {
  const t = useText("lending");
  const shell = useText("shell");
  const [type, setType] = useState<(typeof marketKeys)[number]>("jpy");
  const lendings = useCall("/trade/lendinglist", { type }, { quiet: true });
  return (
    <section className={formStyles["fields"]}>
      <h2 className={formStyles["heading"]}>{t("records")}</h2>
      <SegmentedControl
        label={t("records")}
        value={type}
        onChange={setType}
        choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
      />
      <Loaded query={lendings} waiting={<SkeletonRows count={3} />}>
        {(all) =>
          all.length === 0 ? (
            <p className={formStyles["note"]}>{t("no_records")}</p>
          ) : (
            <ul className={formStyles["list"]}>
              {all.map((one) => (
                <Row key={one.id} lending={one} onOpen={onOpen} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function Row({ lending, onOpen }: { lending: Lending; onOpen: (id: string) => void }) {
  const t = useText("lending");
  const isLent = lending.status === 1;
  return (
    <li>
      <button type="button" className={formStyles["row"]} onClick={() => onOpen(lending.id)}>
        <span>
          {inLanguage(lending.names)}
          <small>
            {t("earned_since", {
              since: showDate(lending.first_lent_at),
              amount: displayMoney(lending.earned),
              currency: settlementCurrency(lending.type),
            })}
          </small>
        </span>
        <span className={formStyles["badge"]} data-tone={isLent ? "good" : "none"}>
          {isLent ? t("status_1") : t("status_0")}
        </span>
      </button>
    </li>
  );
}
