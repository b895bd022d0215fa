import type { StockRow } from "@sanshi/contract";
import { Button, EmptyState } from "@sanshi/ui";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { language, stockName } from "../../shared/language.ts";
import { Loaded } from "../../shared/loaded.tsx";
import { useCall } from "../../shared/queries.ts";
import { Screen } from "../../shared/screen.tsx";
import { StarButton } from "../../shared/stock-list/star-button.tsx";
import { StockLine, StockLinesWaiting } from "../../shared/stock-list/stock-line.tsx";
import { useWatchedKeys } from "../../shared/stock-list/watching.ts";
import { useText } from "../../shared/text.ts";
import { HistoryChips } from "./history-chips.tsx";
import { HotSuggestions } from "./hot-suggestions.tsx";
import { matchIn, otherName, searchable } from "./match.ts";
import { SearchField } from "./search-field.tsx";
import { addToHistory } from "./search-memory.ts";
import styles from "./search-screen.module.css";

const typingPauseMs = 250;

export default function SearchScreen() {
  const t = useText("search");
  const [place, setPlace] = useSearchParams();
  const [typed, setTyped] = useState(() => place.get("q") ?? "");
  const asked = useAfterPause(searchable(typed), typingPauseMs);
  const found = useCall(
    "/market/search",
    { q: asked },
    { quiet: true, enabled: asked !== "", keep: true },
  );
  // In the address, so that a return from a stock finds the results again.
  useEffect(() => {
    if ((place.get("q") ?? "") !== asked) setPlace(asked === "" ? {} : { q: asked }, replacing);
  }, [asked, place, setPlace]);
  const submit = () => {
    if (found.data !== undefined && found.data.length > 0) addToHistory(searchable(typed));
  };
  const empty = searchable(typed) === "";
  return (
    <Screen title={t("title")}>
      <SearchField value={typed} onChange={setTyped} onSubmit={submit} />
      {empty ? (
        <>
          <HistoryChips onWord={setTyped} />
          <HotSuggestions />
        </>
      ) : (
        <div className={styles["results"]} data-old={found.isPlaceholderData || undefined}>
          <Loaded query={found} waiting={<StockLinesWaiting count={6} stacked />}>
            {(rows) => <Results rows={rows} query={asked} onClear={() => setTyped("")} />}
          </Loaded>
        </div>
      )}
    </Screen>
  );
}

const replacing = { replace: true } as const;

type ResultsProps = { rows: readonly StockRow[]; query: string; onClear: () => void };

function Results({ rows, query, onClear }: ResultsProps) {
  const t = useText("search");
  const watched = useWatchedKeys();
  if (rows.length === 0) {
    return (
      <EmptyState picture="search" sentence={t("nothing_found", { query })}>
        <p className={styles["hint"]}>{t("nothing_found_hint")}</p>
        <Button look="quiet" onClick={onClear}>
          {t("search_again")}
        </Button>
      </EmptyState>
    );
  }
  return (
    <>
      <p className={styles["count"]} role="status">
        {t("found", { count: rows.length })}
      </p>
      {rows.map((row) => (
        <StockLine
          key={`${row.type}${row.code}`}
          row={row}
          badge
          stacked
          name={<Marked text={stockName(row.names)} query={query} />}
          code={<CodeAndOtherName row={row} query={query} />}
          after={<StarButton row={row} watched={watched} />}
          onOpen={() => addToHistory({ type: row.type, code: row.code, names: row.names })}
        />
      ))}
    </>
  );
}

function CodeAndOtherName({ row, query }: { row: StockRow; query: string }) {
  const other = otherName(row, query, language());
  return (
    <>
      <span>
        <Marked text={row.code} query={query} />
      </span>
      {other !== null && (
        <span className={styles["other"]}>
          <Marked text={other} query={query} />
        </span>
      )}
    </>
  );
}

function Marked({ text, query }: { text: string; query: string }) {
  const match = matchIn(text, query);
  if (match === null) return text;
  const [before, found, after] = match;
  return (
    <>
      {before}
      <mark className={styles["mark"]}>{found}</mark>
      {after}
    </>
  );
}

/** The newest value once it has stood still for a while; an emptied field shows at once. */
function useAfterPause(value: string, pauseMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    if (value === "") {
      setSettled("");
      return;
    }
    const timer = window.setTimeout(() => setSettled(value), pauseMs);
    return () => window.clearTimeout(timer);
  }, [value, pauseMs]);
  return value === "" ? "" : settled;
}
