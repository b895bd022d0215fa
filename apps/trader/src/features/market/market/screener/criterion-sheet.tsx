import { sectorKeys, type SectorKey } from "@sanshi/contract/constants";
import { decimalPattern, type MarketKey } from "@sanshi/money";
import { Button, Field, Sheet } from "@sanshi/ui";
import { useState } from "react";
import { sectorText, useText } from "../../../../shared/text.ts";
import { boundsOf, screen, withBounds, type Candidate, type Metric } from "./criteria.ts";
import { rangeText, withUnit } from "./criteria-text.ts";
import { setCriteria, useScreen } from "./screen-state.ts";
import styles from "./screener.module.css";

type CriterionSheetProps = {
  of: Metric | "sector" | null;
  market: MarketKey;
  candidates: readonly Candidate[];
  onClose: () => void;
};

/** What is asked of one figure; the button says how many stocks are left. */
export function CriterionSheet({ of, market, candidates, onClose }: CriterionSheetProps) {
  const t = useText("marketTools");
  const shell = useText("shell");
  const title = of === null ? "" : of === "sector" ? t("sectors") : t(`figure_${of}`);
  return (
    <Sheet open={of !== null} onClose={onClose} title={title} closeLabel={shell("close")}>
      {of === "sector" && <Sectors candidates={candidates} onClose={onClose} />}
      {of !== null && of !== "sector" && (
        <Bounds key={of} metric={of} market={market} candidates={candidates} onClose={onClose} />
      )}
    </Sheet>
  );
}

type Suggestion = { min: string; max: string };
/** What is asked for most, beside what one types. */
const suggestions: Record<Metric, readonly Suggestion[]> = {
  price: [],
  change: [
    { min: "2", max: "" },
    { min: "5", max: "" },
    { min: "", max: "-2" },
    { min: "", max: "-5" },
  ],
  volume: [
    { min: "1000000", max: "" },
    { min: "10000000", max: "" },
  ],
  yield: [
    { min: "2", max: "" },
    { min: "3", max: "" },
    { min: "4", max: "" },
  ],
  per: [
    { min: "", max: "10" },
    { min: "", max: "15" },
    { min: "", max: "20" },
  ],
  below_high: [
    { min: "", max: "2" },
    { min: "", max: "5" },
    { min: "", max: "10" },
  ],
  above_low: [
    { min: "", max: "2" },
    { min: "", max: "5" },
    { min: "", max: "10" },
  ],
};
const lengthMax = 14;

type BoundsProps = { metric: Metric } & Omit<CriterionSheetProps, "of">;

function Bounds({ metric, market, candidates, onClose }: BoundsProps) {
  const t = useText("marketTools");
  const { criteria } = useScreen();
  const { min, max } = boundsOf[metric];
  const [typed, setTyped] = useState<Suggestion>({
    min: min === undefined ? "" : (criteria[min] ?? ""),
    max: max === undefined ? "" : (criteria[max] ?? ""),
  });
  const isWrong = (text: string) => text !== "" && !decimalPattern.test(text);
  const anyWrong = isWrong(typed.min) || isWrong(typed.max);
  const next = anyWrong ? criteria : withBounds(criteria, metric, typed);
  const { matching } = screen(candidates, next);
  const field = (end: "min" | "max") => (
    <Field
      label={t(end === "min" ? "from" : "up_to")}
      inputMode="decimal"
      autoComplete="off"
      maxLength={lengthMax}
      value={typed[end]}
      onChange={(text) => setTyped({ ...typed, [end]: cleaned(text) })}
      refusal={isWrong(typed[end]) ? t("not_a_number") : undefined}
      suffix={withUnit(metric, "", market).trim()}
    />
  );
  return (
    <form
      className={styles["sheet"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (anyWrong) return;
        setCriteria(next);
        onClose();
      }}
    >
      {(metric === "below_high" || metric === "above_low" || metric === "per") && (
        <p className={styles["hint"]}>{t(`hint_${metric}`)}</p>
      )}
      {suggestions[metric].length > 0 && (
        <div className={styles["suggestions"]}>
          {suggestions[metric].map((one) => (
            <button
              key={`${one.min}:${one.max}`}
              type="button"
              className={styles["chip"]}
              aria-pressed={one.min === typed.min && one.max === typed.max}
              onClick={() => setTyped(one)}
            >
              {rangeText(metric, withBounds(criteria, metric, one), market)}
            </button>
          ))}
        </div>
      )}
      <div className={styles["bounds"]}>
        {min !== undefined && field("min")}
        {field("max")}
      </div>
      <Button wide type="submit" disabled={anyWrong}>
        {t("show_found", { count: matching.length })}
      </Button>
      <Button
        wide
        look="plain"
        onClick={() => {
          setCriteria(withBounds(criteria, metric, { min: "", max: "" }));
          onClose();
        }}
      >
        {t("any")}
      </Button>
    </form>
  );
}

/** A minus sign as phones type it, and no grouping: the server takes plain decimals. */
function cleaned(text: string): string {
  return text.normalize("NFKC").replace(/[−ー]/g, "-").replace(/[,\s]/g, "");
}

function Sectors({ candidates, onClose }: Pick<CriterionSheetProps, "candidates" | "onClose">) {
  const t = useText("marketTools");
  const { criteria } = useScreen();
  const choose = (sector: SectorKey | null) => {
    const { sector: _, ...rest } = criteria;
    setCriteria(sector === null ? rest : { ...rest, sector });
    onClose();
  };
  const countOf = (sector: SectorKey) =>
    screen(candidates, { ...criteria, sector }).matching.length;
  return (
    <div className={styles["sectors"]}>
      <button
        type="button"
        className={styles["choice"]}
        aria-pressed={criteria.sector === undefined}
        onClick={() => choose(null)}
      >
        {t("all_sectors")}
      </button>
      {sectorKeys.map((sector) => (
        <button
          key={sector}
          type="button"
          className={styles["choice"]}
          aria-pressed={criteria.sector === sector}
          onClick={() => choose(sector)}
        >
          <span>{sectorText(sector)}</span>
          <span>{t("stock_count", { count: countOf(sector) })}</span>
        </button>
      ))}
    </div>
  );
}
