import { marketKeys } from "@sanshi/money";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import { useText } from "../../../shared/text.ts";
import { americanExchanges, type AdditionDraft } from "./addition-draft.ts";
import styles from "./instruments.module.css";

type ListingFieldsProps = {
  draft: AdditionDraft;
  onChange: (some: Partial<AdditionDraft>) => void;
  refused: RefusedFields<"code" | "exchange" | "listed_on">;
  /** Whether the market founds the company; a record knows its first day itself. */
  isFounded: boolean;
};

/** Where and since when it is listed. */
export function ListingFields({ draft, onChange, refused, isFounded }: ListingFieldsProps) {
  const t = useText("instruments");
  const words = useText("words");
  const { market, code, exchange, listedOn } = draft;
  return (
    <div className={styles["listing"]}>
      <SelectField
        label={t("market")}
        value={market}
        onChange={(chosen) => onChange({ market: chosen })}
        options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
      />
      <TextField
        label={t("code")}
        hint={t(`code_hint_${market}`)}
        data-first
        maxLength={12}
        spellCheck={false}
        value={code}
        onChange={(typed) => onChange({ code: typed })}
        refusal={refused.code}
      />
      {market === "usd" && (
        <SelectField
          label={t("exchange")}
          value={exchange}
          onChange={(chosen) => onChange({ exchange: chosen })}
          options={americanExchanges.map((value) => ({ value, label: value }))}
          refusal={refused.exchange}
        />
      )}
      {isFounded && (
        <TextField
          label={t("listed_on")}
          hint={t("listed_on_hint")}
          type="date"
          value={listedOn}
          onChange={(typed) => onChange({ listedOn: typed })}
          refusal={refused.listed_on}
        />
      )}
    </div>
  );
}
