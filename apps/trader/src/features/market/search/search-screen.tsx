import type { StockRow } from "@sanshi/contract";
import { Button, EmptyState } from "@sanshi/ui";
import { language, inLanguage } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { SearchField } from "../../../shared/search-field.tsx";
import { StarButton } from "../../../shared/stock-list/star-button.tsx";
import { StockLine, StockLinesWaiting } from "../../../shared/stock-list/stock-line.tsx";
import { useWatchedKeys } from "../../../shared/stock-list/watching.ts";
import { useText } from "../../../shared/text.ts";
import { HistoryChips } from "./history-chips.tsx";
import { HotSuggestions } from "./hot-suggestions.tsx";
import { matchIn, otherName, queryLengthMax, searchable } from "./match.ts";
import { addToHistory } from "./search-memory.ts";
import { useSearchQuery } from "./search-query.ts";
import styles from "./search-screen.module.css";

export default function SearchScreen() {
  const t = useText("search");
  const { typed, asked, type, leave } = useSearchQuery();
  const found = useCall(
    "/market/search",
    { q: asked },
    { quiet: true, enabled: asked !== "", keep: true },
  );
  const submit = () => {
    if (found.data !== undefined && found.data.length > 0) addToHistory(searchable(typed));
  };
  const empty = searchable(typed) === "";
  return (
    <Screen title={t("title")}>
      <SearchField
        texts={{ label: t("field"), placeholder: t("placeholder"), clear: t("clear") }}
        lengthMax={queryLengthMax}
        value={typed}
        onChange={type}
        onSubmit={submit}
        focuses
      />
      {empty ? (
        <>
          <HistoryChips onWord={type} />
          <HotSuggestions />
        </>
      ) : (
        <div className={styles["results"]} data-old={found.isPlaceholderData || undefined}>
          <Loaded query={found} waiting={<StockLinesWaiting count={6} stacked />}>
            {(rows) => (
              <Results rows={rows} query={asked} onClear={() => type("")} onOpen={leave} />
            )}
          </Loaded>
        </div>
      )}
    </Screen>
  );
}

type ResultsProps = {
  rows: readonly StockRow[];
  query: string;
  onClear: () => void;
  onOpen: () => void;
};

function Results({ rows, query, onClear, onOpen }: ResultsProps) {
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
          name={<Marked text={inLanguage(row.names)} query={query} />}
          code={<CodeAndOtherName row={row} query={query} />}
          after={<StarButton row={row} watched={watched} />}
          onOpen={() => {
            onOpen();
            addToHistory({ type: row.type, code: row.code, names: row.names });
          }}
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
