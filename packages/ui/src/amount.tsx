import { displayDecimal, displayMoney, displaySignedMoney } from "@sanshi/money";
import { classNames } from "./class-names.ts";
import styles from "./amount.module.css";

type AmountProps = {
  /** A wire decimal; anything else shows 0.00. */
  value: string | null | undefined;
  /** A currency code or market key, shown small behind the figure: `JPY`, `usd`. */
  currency?: string | undefined;
  className?: string | undefined;
};

/** Money as the specification shows it: two decimals, separators, tabular figures. */
export function Amount({ value, currency, className }: AmountProps) {
  return (
    <span className={classNames(styles["amount"], className)}>
      {displayMoney(value)}
      <Code currency={currency} />
    </span>
  );
}

/** A gain or a loss: plus sign or true minus, coloured by direction. */
export function SignedAmount({ value, currency, className }: AmountProps) {
  const shown = displaySignedMoney(value);
  return (
    <span className={classNames(styles["amount"], directionClass(shown), className)}>
      {shown}
      <Code currency={currency} />
    </span>
  );
}

/** A price per share: at least two decimals, at most four. */
export function Price({ value, currency, className }: AmountProps) {
  return (
    <span className={classNames(styles["amount"], className)}>
      {displayDecimal(value, 2, 4)}
      <Code currency={currency} />
    </span>
  );
}

/** A count of shares: whole, with separators. */
export function Quantity({ value, className }: Omit<AmountProps, "currency">) {
  return (
    <span className={classNames(styles["amount"], className)}>{displayDecimal(value, 0, 0)}</span>
  );
}

function Code({ currency }: { currency: string | undefined }) {
  return currency === undefined ? null : (
    <span className={styles["code"]}>{currency.toUpperCase()}</span>
  );
}

function directionClass(shown: string): string | undefined {
  if (shown.startsWith("+")) return styles["up"];
  return shown.startsWith("−") ? styles["down"] : undefined;
}
