import type { Currency } from "@sanshi/money";
import { Pick } from "../../../shared/kit/filters.tsx";
import { useText } from "../../../shared/text.ts";

type CurrencyPickProps = {
  value: Currency;
  currencies: readonly Currency[];
  onChange: (currency: Currency) => void;
};

/** What is in several currencies is never added up: one of them is looked at. */
export function CurrencyPick({ value, currencies, onChange }: CurrencyPickProps) {
  const t = useText("dashboard");
  if (currencies.length < 2) return null;
  return (
    <Pick
      label={t("currency")}
      value={value}
      onChange={onChange}
      options={currencies.map((one) => ({ value: one, label: one }))}
    />
  );
}
