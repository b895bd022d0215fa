import { classNames, SignedAmount } from "@sanshi/ui";
import type { ReactNode } from "react";
import { useText } from "../../../shared/text.ts";
import styles from "./profit-sheet.module.css";

type Parts = {
  price: string;
  dividends: string;
  interest: string;
  fees: string;
  profit: string;
  /** What the exchange rates have done, where the parts are in another currency. */
  exchange?: string;
};

/** A profit and what it is made of, to the last unit. */
export function PartRows({
  parts,
  currency,
  children,
}: {
  parts: Parts;
  currency: string;
  children?: ReactNode;
}) {
  const t = useText("positions");
  return (
    <dl className={styles["parts"]}>
      <Part strong name={t("overall_profit")}>
        <SignedAmount value={parts.profit} currency={currency} />
      </Part>
      <Part name={t("part_price")}>
        <SignedAmount value={parts.price} />
      </Part>
      <Part name={t("profit_dividends")}>
        <SignedAmount value={parts.dividends} />
      </Part>
      <Part name={t("part_interest")}>
        <SignedAmount value={parts.interest} />
      </Part>
      <Part name={t("part_fees")}>
        <SignedAmount value={parts.fees} />
      </Part>
      {parts.exchange !== undefined && (
        <Part name={t("part_exchange")}>
          <SignedAmount value={parts.exchange} />
        </Part>
      )}
      {children}
    </dl>
  );
}

type PartProps = { name: string; strong?: boolean; children: ReactNode };

export function Part({ name, strong, children }: PartProps) {
  return (
    <div className={classNames(strong === true && styles["strong"])}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
