import type { StockRow } from "@sanshi/contract";
import { Button, EmptyState } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
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
          <Loaded query={found} waiting={<StockLinesWaiting count={6} shape="stacked" />}>
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
      <EmptyState picture={<Illustration name="search" />} sentence={t("nothing_found", { query })}>
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
          shape="stacked"
          word={markedWords(inLanguage(row.names), query)}
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
        <span>
          <Marked text={other} query={query} />
        </span>
      )}
    </>
  );
}

/** What was found of a name, which may reach over several of its words. */
function markedWords(name: string, query: string) {
  const match = matchIn(name, query);
  const start = match?.[0].length ?? 0;
  const end = start + (match?.[1].length ?? 0);
  return (word: string, from: number) => {
    const [markFrom, markTo] = [start - from, end - from].map((at) =>
      Math.min(Math.max(at, 0), word.length),
    ) as [number, number];
    if (markFrom === markTo) return word;
    return (
      <>
        {word.slice(0, markFrom)}
        <mark className={styles["mark"]}>{word.slice(markFrom, markTo)}</mark>
        {word.slice(markTo)}
      </>
    );
  };
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
