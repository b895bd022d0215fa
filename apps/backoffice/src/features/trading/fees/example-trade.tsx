import { Amount } from "@sanshi/ui";
import { useState } from "react";
import { TextField } from "../../../shared/kit/fields.tsx";
import { useText } from "../../../shared/text.ts";
import {
  exampleFees,
  exampleTrades,
  type CommissionDraft,
  type ExampleFees,
  type Fees,
} from "./commission-draft.ts";
import styles from "./fees.module.css";

type ExampleTradeProps = { fees: Fees; draft: CommissionDraft };

/** What a trade would cost by the draft, beside what it costs today: reckoned by the rulebook. */
export function ExampleTrade({ fees, draft }: ExampleTradeProps) {
  const t = useText("fees");
  const [trade, setTrade] = useState(exampleTrades[fees.type]);
  const example = exampleFees(fees, draft, trade);
  const lines: readonly (readonly [string, keyof ExampleFees])[] = [
    [t("commission_line"), "commission"],
    [t("total_buy"), "buy"],
    [t("total_sell"), "sell"],
  ];
  return (
    <fieldset className={styles["example"]}>
      <legend>{t("example")}</legend>
      <div className={styles["pair"]}>
        <TextField
          label={t("example_value")}
          inputMode="decimal"
          suffix={fees.currency}
          maxLength={18}
          value={trade.value}
          onChange={(value) => setTrade({ ...trade, value })}
        />
        <TextField
          label={t("example_shares")}
          inputMode="numeric"
          maxLength={12}
          value={trade.shares}
          onChange={(shares) => setTrade({ ...trade, shares })}
        />
      </div>
      {example === null ? (
        <p className="muted">{t("example_wrong")}</p>
      ) : (
        <table className={styles["figures"]} aria-label={t("example")}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t("fee")}</span>
              </th>
              <th scope="col">{t("now")}</th>
              <th scope="col">{t("then")}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(([name, key]) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                <td>
                  <Amount value={example.now[key]} />
                </td>
                <td>
                  <Amount value={example.then[key]} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </fieldset>
  );
}
