import type { ScreenCriteria } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";
import { Button, CheckField, EmptyState } from "@sanshi/ui";
import { useMemo, useState } from "react";
import { Loaded } from "../../../../shared/loaded.tsx";
import { useCall } from "../../../../shared/queries.ts";
import { StockLinesWaiting } from "../../../../shared/stock-list/stock-line.tsx";
import { sectorText, useText } from "../../../../shared/text.ts";
import { listMs } from "../list-interval.ts";
import { MarketLine } from "../market-line.tsx";
import { useDayLines } from "../use-day-lines.ts";
import {
  askedMetrics,
  candidateOf,
  isEmpty,
  metrics,
  noCriteria,
  ordered,
  orders,
  screen,
  type Candidate,
  type Metric,
  type Order,
} from "./criteria.ts";
import { CriterionSheet } from "./criterion-sheet.tsx";
import { figureText, rangeText } from "./criteria-text.ts";
import { SavedScreens } from "./saved-screens.tsx";
import { setCriteria, setOrder, useScreen } from "./screen-state.ts";
import styles from "./screener.module.css";

/** Finds a market's stocks by their figures, and says of how many a figure is not known. */
export default function Screener({ market }: { market: MarketKey }) {
  const t = useText("marketTools");
  const refreshing = { quiet: true, refetchInterval: listMs };
  const stocks = useCall("/market/stocks", { type: market }, refreshing);
  const figures = useCall("/market/figures", { type: market }, refreshing);
  const candidates = useCandidates(stocks.data, figures.data);
  return (
    <section className={styles["view"]} aria-label={t("screener_title")}>
      <SavedScreens market={market} />
      <Loaded query={stocks} waiting={<StockLinesWaiting count={8} shape="dense" />}>
        {() => (
          <Loaded query={figures} waiting={<StockLinesWaiting count={8} shape="dense" />}>
            {({ source }) => (
              <>
                <Criteria market={market} candidates={candidates} />
                <Found market={market} candidates={candidates} />
                {source === "simulated" && (
                  <p className={styles["note"]}>{t("simulated_figures")}</p>
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

type Rows = Parameters<typeof candidateOf>[0][];
type Figures = { items: NonNullable<Parameters<typeof candidateOf>[1]>[] };

function useCandidates(rows: Rows | undefined, figures: Figures | undefined): Candidate[] {
  return useMemo(() => {
    const byCode = new Map(figures?.items.map((one) => [one.code, one]));
    return (rows ?? []).map((row) => candidateOf(row, byCode.get(row.code)));
  }, [rows, figures]);
}

type PartProps = { market: MarketKey; candidates: readonly Candidate[] };

/** One button for each figure, with what is asked of it. */
function Criteria({ market, candidates }: PartProps) {
  const t = useText("marketTools");
  const { criteria } = useScreen();
  const [open, setOpen] = useState<Metric | "sector" | null>(null);
  const asked = new Set(askedMetrics(criteria));
  const sector = criteria.sector;
  return (
    <>
      <div className={styles["criteria"]} role="group" aria-label={t("criteria")}>
        {metrics.map((metric) => (
          <button
            key={metric}
            type="button"
            className={styles["criterion"]}
            data-asked={asked.has(metric)}
            onClick={() => setOpen(metric)}
          >
            <span>{t(`figure_${metric}`)}</span>
            <b>{asked.has(metric) ? rangeText(metric, criteria, market) : t("any")}</b>
          </button>
        ))}
        <button
          type="button"
          className={styles["criterion"]}
          data-asked={sector !== undefined}
          onClick={() => setOpen("sector")}
        >
          <span>{t("sectors")}</span>
          <b>{sector === undefined ? t("any") : sectorText(sector)}</b>
        </button>
      </div>
      <CriterionSheet
        of={open}
        market={market}
        candidates={candidates}
        onClose={() => setOpen(null)}
      />
    </>
  );
}

function Found({ market, candidates }: PartProps) {
  const t = useText("marketTools");
  const { criteria, order } = useScreen();
  const lines = useDayLines(market);
  const { matching, unknown, of } = useMemo(
    () => screen(candidates, criteria),
    [candidates, criteria],
  );
  const isShowing = criteria.unknown === "show";
  const shown = ordered(matching, order);
  const rows = isShowing ? [...shown, ...ordered(unknown, order)] : shown;
  return (
    <>
      <div className={styles["summary"]}>
        <p role="status" className={styles["count"]}>
          {t("found", { count: matching.length, of })}
        </p>
        <label className={styles["order"]}>
          <span className="visually-hidden">{t("order")}</span>
          <select value={order} onChange={({ target }) => setOrder(target.value as Order)}>
            {orders.map((one) => (
              <option key={one} value={one}>
                {t(`order_${one}`)}
              </option>
            ))}
          </select>
        </label>
      </div>
      {unknown.length > 0 && (
        <div className={styles["unknown"]}>
          <p>{t("unknown_figures", { count: unknown.length, figures: askedNames(criteria, t) })}</p>
          <CheckField
            checked={isShowing}
            onChange={(checked) => setCriteria({ ...criteria, unknown: checked ? "show" : "hide" })}
          >
            {t("show_unknown")}
          </CheckField>
        </div>
      )}
      {rows.length === 0 ? (
        <EmptyState picture="search" sentence={t(isEmpty(criteria) ? "no_stocks" : "none_found")}>
          {!isEmpty(criteria) && (
            <Button look="quiet" onClick={() => setCriteria(noCriteria)}>
              {t("clear_criteria")}
            </Button>
          )}
        </EmptyState>
      ) : (
        rows.map((candidate) => (
          <MarketLine
            key={candidate.row.code}
            row={candidate.row}
            changes={lines.changesOf(candidate.row.code)}
            points={lines.points}
            detail={() => detailOf(candidate, criteria, order)}
          />
        ))
      )}
    </>
  );
}

type Say = ReturnType<typeof useText<"marketTools">>;

function askedNames(criteria: ScreenCriteria, t: Say): string {
  return askedMetrics(criteria)
    .filter((metric) => metric !== "price" && metric !== "change" && metric !== "volume")
    .map((metric) => t(`figure_${metric}`))
    .join(t("and"));
}

/** What was asked for stands beside the code, else what the list is ordered by. */
function detailOf(candidate: Candidate, criteria: ScreenCriteria, order: Order): string {
  const asked = askedMetrics(criteria).filter(
    (metric) => metric !== "price" && metric !== "change",
  );
  if (asked.length > 0) {
    return asked.map((metric) => figureText(metric, candidate)).join(" · ");
  }
  return figureText(order === "change" ? "turnover" : order, candidate);
}
