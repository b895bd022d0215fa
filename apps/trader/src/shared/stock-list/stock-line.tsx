import type { StockRow } from "@sanshi/contract";
import { Change, ChangeChip, classNames, FlashingPrice } from "@sanshi/ui";
import type { ReactNode } from "react";
import { link, paths } from "../../app/paths.ts";
import { compactFigure } from "../compact-figure.ts";
import { language, inLanguage } from "@sanshi/web/language";
import { prefetch } from "../queries.ts";
import { useQuote } from "../quotes.ts";
import { useText } from "../text.ts";
import { rememberStock } from "./last-seen.ts";
import { useOnScreen } from "./on-screen.ts";
import { newestQuote, type ShownQuote } from "./shown-quote.ts";
import styles from "./stock-line.module.css";

/** The small figure under the price. */
export type Metric = "turnover" | "volume";

type StockLineProps = {
  row: StockRow;
  /** Its place in a ranking, from 1. */
  rank?: number;
  metric?: Metric;
  /** Says the market beside the code, for a list of several. */
  badge?: boolean;
  /** The change under the price instead of beside it: more room for the name. */
  stacked?: boolean;
  /** The name and code as a search shows them, its match marked. */
  name?: ReactNode;
  code?: ReactNode;
  /** Buttons before and behind the link, each 44 pixels wide. */
  before?: ReactNode;
  after?: ReactNode;
  onOpen?: () => void;
};

/** One stock of a list: leads to its screen, and ticks while it is on the screen. */
export function StockLine(props: StockLineProps) {
  const { row, rank, metric, badge, stacked = false, before, after } = props;
  const t = useText("shell");
  const [element, onScreen] = useOnScreen<HTMLDivElement>();
  const { type, code } = row;
  const open = () => {
    rememberStock(row);
    props.onOpen?.();
  };
  return (
    <div ref={element} className={classNames(styles["line"], stacked && styles["low"])}>
      {before}
      <a
        className={classNames(styles["link"], after !== undefined && styles["beside"])}
        href={link(paths.stock({ type, code }))}
        onClick={open}
        onPointerDown={() => prefetch("/market/stock", { code, type })}
      >
        {rank !== undefined && <span className={styles["rank"]}>{rank}</span>}
        <span className={styles["names"]}>
          <span className={styles["name"]}>{props.name ?? inLanguage(row.names)}</span>
          <span className={styles["code"]}>
            {badge === true && <MarketBadge type={type} />}
            {props.code ?? code}
            {row.halted && <span className={styles["halted"]}>{t("halted")}</span>}
          </span>
        </span>
        {onScreen ? (
          <LiveFigures row={row} metric={metric} stacked={stacked} />
        ) : (
          <Figures quote={newestQuote(row, null)} metric={metric} stacked={stacked} />
        )}
      </a>
      {after}
    </div>
  );
}

function MarketBadge({ type }: { type: StockRow["type"] }) {
  const t = useText("shell");
  return <span className={classNames(styles["badge"], styles[type])}>{t(`market_${type}`)}</span>;
}

type Shape = { metric: Metric | undefined; stacked: boolean };

function LiveFigures({ row, ...shape }: Shape & { row: StockRow }) {
  const live = useQuote(row.type, row.code);
  return <Figures quote={newestQuote(row, live)} {...shape} />;
}

function Figures({ quote, metric, stacked }: Shape & { quote: ShownQuote }) {
  return (
    <>
      <span className={styles["price"]}>
        <FlashingPrice value={quote.price} />
        {stacked && <Change percent={quote.changePercent} className={styles["under"] ?? ""} />}
        {!stacked && metric !== undefined && (
          <span className={styles["metric"]}>{compactFigure(quote[metric], language())}</span>
        )}
      </span>
      {!stacked && <ChangeChip percent={quote.changePercent} className={styles["change"] ?? ""} />}
    </>
  );
}

/** Stand-ins of the same height and columns. */
export function StockLinesWaiting({ count, stacked }: { count: number; stacked?: boolean }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classNames(styles["line"], stacked === true && styles["low"])}>
          <span className={styles["link"]}>
            <span className={styles["names"]}>
              <span className={styles["bone"]} style={{ width: `${5 + ((index * 7) % 4)}em` }} />
              <span className={classNames(styles["bone"], styles["boneSmall"])} />
            </span>
            <span className={classNames(styles["bone"], styles["bonePrice"])} />
            {stacked !== true && (
              <span className={classNames(styles["bone"], styles["boneChange"])} />
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
