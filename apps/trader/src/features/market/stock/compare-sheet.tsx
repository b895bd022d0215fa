import { Sheet, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useEffect, useState } from "react";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { SearchField } from "../../../shared/search-field.tsx";
import { useText } from "../../../shared/text.ts";
import type { Compared } from "./chart-state.ts";
import type { StockKey } from "./stock-queries.ts";
import styles from "./compare.module.css";

const typingPauseMs = 250;
const queryLengthMax = 64;
const resultsMax = 20;

type CompareSheetProps = {
  stock: StockKey;
  open: boolean;
  onClose: () => void;
  onChoose: (compared: Compared) => void;
};

/** An index or another stock to hold the chart against. */
export default function CompareSheet({ stock, open, onClose, onChoose }: CompareSheetProps) {
  const t = useText("chart");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("compare_title")} closeLabel={shell("close")}>
      <Choices stock={stock} onChoose={onChoose} />
    </Sheet>
  );
}

function Choices({ stock, onChoose }: Pick<CompareSheetProps, "stock" | "onChoose">) {
  const t = useText("chart");
  const search = useText("search");
  const [typed, setTyped] = useState("");
  const asked = useSettled(typed.normalize("NFKC").trim().slice(0, queryLengthMax));
  const found = useCall(
    "/market/search",
    { q: asked },
    { quiet: true, enabled: asked !== "", keep: true },
  );
  return (
    <div className={styles["choices"]}>
      <SearchField
        texts={{
          label: t("compare_field"),
          placeholder: search("placeholder"),
          clear: search("clear"),
        }}
        lengthMax={queryLengthMax}
        value={typed}
        onChange={setTyped}
        onSubmit={() => undefined}
      />
      {asked === "" ? (
        <Suggestions stock={stock} onChoose={onChoose} />
      ) : (
        <Loaded query={found} waiting={<SkeletonRows count={4} />}>
          {(rows) => {
            const others = rows.filter(({ type, code }) => !isSame(stock, { type, code }));
            if (others.length === 0)
              return <p className={styles["note"]}>{t("compare_nothing")}</p>;
            const shown = others.slice(0, resultsMax);
            return (
              <Rows
                title={t("compare_stocks")}
                rows={shown.map((row) => ({ kind: "stock", ...row }))}
                onChoose={onChoose}
              />
            );
          }}
        </Loaded>
      )}
    </div>
  );
}

const suggestedMax = 6;

/** The indices, those of the stock's own market first, and what is traded most there. */
function Suggestions({ stock, onChoose }: Pick<CompareSheetProps, "stock" | "onChoose">) {
  const t = useText("chart");
  const indices = useCall("/market/indexes", {}, { quiet: true });
  const busy = useCall("/market/hot", { type: stock.type }, { quiet: true });
  const ownFirst = (indices.data ?? []).toSorted(
    (left, right) => Number(right.type === stock.type) - Number(left.type === stock.type),
  );
  const others = (busy.data ?? []).filter(({ type, code }) => !isSame(stock, { type, code }));
  return (
    <>
      {/* A record of prices has none. */}
      {ownFirst.length > 0 && (
        <Rows
          title={t("compare_indices")}
          rows={ownFirst.map((row) => ({ kind: "index", ...row }))}
          onChoose={onChoose}
        />
      )}
      <Rows
        title={t("compare_stocks")}
        rows={others.slice(0, suggestedMax).map((row) => ({ kind: "stock", ...row }))}
        onChoose={onChoose}
      />
    </>
  );
}

type RowsProps = {
  title: string;
  rows: readonly Compared[];
  onChoose: (compared: Compared) => void;
};

function Rows({ title, rows, onChoose }: RowsProps) {
  return (
    <section aria-label={title}>
      <h3 className={styles["group"]}>{title}</h3>
      {rows.map(({ kind, type, code, names }) => (
        <button
          key={`${type}:${code}`}
          type="button"
          className={styles["choice"]}
          onClick={() => onChoose({ kind, type, code, names })}
        >
          <span>{inLanguage(names)}</span>
          <span className={styles["code"]}>{code}</span>
        </button>
      ))}
    </section>
  );
}

function isSame(one: StockKey, other: StockKey): boolean {
  return one.type === other.type && one.code === other.code;
}

/** What was typed, once the typing pauses. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setSettled(text), text === "" ? 0 : typingPauseMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return settled;
}
