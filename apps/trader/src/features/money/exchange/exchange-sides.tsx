import { currencies, isCurrency, type Currency } from "@sanshi/money";
import { Icon } from "@sanshi/ui";
import type { ReactNode } from "react";
import { useText } from "../../../shared/text.ts";
import styles from "./exchange.module.css";

export type Pair = { from: Currency; to: Currency };

type SidesProps = {
  pair: Pair;
  onPair: (pair: Pair) => void;
  pay: ReactNode;
  receive: ReactNode;
};

/** What is paid over what is received, each currency beside its amount. Choosing the other's swaps the two. */
export function Sides({ pair, onPair, pay, receive }: SidesProps) {
  const t = useText("exchange");
  return (
    <div className={styles["sides"]}>
      <div className={styles["side"]}>
        <CurrencySelect
          label={t("from")}
          value={pair.from}
          onChange={(from) => onPair({ from, to: from === pair.to ? pair.from : pair.to })}
        />
        {pay}
      </div>
      <button
        type="button"
        className={styles["swap"]}
        aria-label={t("swap")}
        onClick={() => onPair({ from: pair.to, to: pair.from })}
      >
        <Icon name="exchange" />
      </button>
      <div className={styles["side"]}>
        <CurrencySelect
          label={t("to")}
          value={pair.to}
          onChange={(to) => onPair({ from: to === pair.from ? pair.to : pair.from, to })}
        />
        {receive}
      </div>
    </div>
  );
}

type SelectProps = { label: string; value: Currency; onChange: (currency: Currency) => void };

function CurrencySelect({ label, value, onChange }: SelectProps) {
  const t = useText("exchange");
  return (
    <label className={styles["select"]}>
      <span>{label}</span>
      <span className={styles["chosen"]} aria-hidden="true">
        {value}
        <Icon name="down" size={16} />
      </span>
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          if (isCurrency(target.value)) onChange(target.value);
        }}
      >
        {currencies.map((currency) => (
          <option key={currency} value={currency}>
            {`${currency} ${t(`name_${currency}`)}`}
          </option>
        ))}
      </select>
    </label>
  );
}
