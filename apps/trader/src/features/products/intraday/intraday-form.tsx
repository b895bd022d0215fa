import type { IntradayTerms } from "@sanshi/contract";
import { displayDecimal, displayMoney, type MarketKey } from "@sanshi/money";
import { Button, Field, SegmentedControl } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import { RefusedError, type Refusal } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import formStyles from "../../../shared/form.module.css";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { SelectField } from "../../../shared/select-field.tsx";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";

type FormProps = { type: MarketKey; terms: IntradayTerms };

function digitsOf(text: string, by: "amount" | "quantity"): string {
  const others = by === "amount" ? /[^\d.]/g : /\D/g;
  return text.normalize("NFKC").replaceAll(others, "").slice(0, 15);
}

/** Which stock, which way, for how much; what it costs, before the button. */
export function IntradayForm({ type, terms }: FormProps) {
  const t = useText("intraday");
  const stocks = useCall("/market/stocks", { type }, { quiet: true });
  const [code, setCode] = useState("");
  const [side, setSide] = useState<"long" | "short">("long");
  const [leverage, setLeverage] = useState(String(terms.leverages[0] ?? 1));
  const [by, setBy] = useState<"amount" | "quantity">("amount");
  const [entered, setEntered] = useState("");
  const [busy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const chosen = code === "" ? (stocks.data?.[0]?.code ?? "") : code;
  const size = by === "amount" ? { amount: entered } : { quantity: entered };
  const form = { type, code: chosen, side, leverage, ...size };
  const preview = useCall("/trade/preview-intraday", form, {
    quiet: true,
    staleTime: 0,
    keep: true,
    enabled: chosen !== "" && entered !== "",
  });
  const refusal = preview.error instanceof RefusedError ? preview.error.refusal : null;
  const known = entered === "" || preview.error !== null ? undefined : preview.data;
  const send = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await askOnce("/trade/apply-intraday", form);
    setBusy(false);
    setUnknown(asked.isUnknown);
    if (asked.ok) {
      toast(t("applied"));
      setEntered("");
    } else if (!asked.isUnknown) setRefused(asked.refusal);
    await refresh("/trade/intradaylist", "/trade/userstocklist", "/user/getUserinfo");
  };
  if (isUnknown) return <UnknownOutcome isSending={busy} onAgain={() => void send()} />;
  const money = (text: string | undefined) =>
    text === undefined ? "–" : `${displayMoney(text)} ${type.toUpperCase()}`;
  const facts: readonly Fact[] = [
    [
      t("quantity"),
      known === undefined ? "–" : t("shares", { count: displayDecimal(known.quantity, 0, 0) }),
    ],
    [t("value"), money(known?.amount)],
    [t("margin"), money(known?.margin)],
    [t("fee"), money(known?.fee)],
    [t("available"), money(known?.available)],
    // Only who sells short borrows shares.
    [
      t("premium"),
      side === "long"
        ? null
        : known === undefined
          ? "–"
          : `${money(known.premium)} (${known.premium_rate}%)`,
    ],
    [
      t("carry_over_fee"),
      known === undefined ? "–" : `${money(known.carry_over_fee)} (${known.carry_over_rate}%)`,
    ],
    [t("carried_rate"), known === undefined ? "–" : `${known.carried_rate}%`],
  ];
  return (
    <section className={formStyles["card"]} aria-label={t("new_trade")}>
      <SelectField label={t("stock")} value={chosen} onChange={setCode}>
        {(stocks.data ?? []).map((stock) => (
          <option key={stock.code} value={stock.code}>
            {`${stock.code} ${inLanguage(stock.names)}`}
          </option>
        ))}
      </SelectField>
      <SegmentedControl
        label={t("side")}
        choices={(["long", "short"] as const).map((value) => ({ value, label: t(value) }))}
        value={side}
        onChange={setSide}
      />
      <SegmentedControl
        label={t("leverage")}
        choices={terms.leverages.map((value) => ({ value: String(value), label: `${value}×` }))}
        value={leverage}
        onChange={setLeverage}
      />
      <SegmentedControl
        label={t("by")}
        choices={(["amount", "quantity"] as const).map((value) => ({
          value,
          label: t(`by_${value}`),
        }))}
        value={by}
        onChange={(value) => {
          setBy(value);
          setEntered("");
        }}
      />
      <Field
        label={
          by === "amount" ? t("amount", { currency: type.toUpperCase() }) : t("number_of_shares")
        }
        inputMode={by === "amount" ? "decimal" : "numeric"}
        autoComplete="off"
        value={entered}
        onChange={(text) => setEntered(digitsOf(text, by))}
        refusal={refusal === null || entered === "" ? undefined : refusalText(refusal)}
      />
      <RuleWhy refusal={entered === "" ? null : refusal} />
      <Facts facts={facts} />
      <p className={formStyles["note"]}>{t("no_lock_note")}</p>
      <div role="alert" className={formStyles["refusal"]}>
        {refused !== null && refusalText(refused)}
      </div>
      <RuleWhy refusal={refused} />
      <Button wide busy={busy} disabled={known === undefined} onClick={() => void send()}>
        {t(side === "long" ? "buy" : "sell_short")}
      </Button>
    </section>
  );
}
