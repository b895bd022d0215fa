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
import { StockName, type ShownWord } from "./stock-name.tsx";

/** The small figure under the price. */
export type Metric = "turnover" | "volume";

/**
 * `wide` has the change beside the price, `stacked` below it, which leaves the name more room; `dense` is stacked
 * and lower, ten to a phone's screen.
 */
type Shape = "wide" | "stacked" | "dense";

type StockLineProps = {
  row: StockRow;
  shape?: Shape;
  /** Its place in a ranking, from 1. */
  rank?: number | undefined;
  metric?: Metric;
  /** Says the market beside the code, for a list of several. */
  badge?: boolean;
  /** The name's words and the code as a search shows them, its match marked. */
  word?: ShownWord;
  code?: ReactNode;
  /** The small figure beside the code. */
  detail?: (quote: ShownQuote) => string;
  /** Between name and figures. */
  picture?: (quote: ShownQuote) => ReactNode;
  /** Buttons before and behind the link, each 44 pixels wide. */
  before?: ReactNode;
  after?: ReactNode;
  onOpen?: () => void;
};

/** One stock of a list: leads to its screen, and ticks while it is on the screen. */
export function StockLine(props: StockLineProps) {
  const { row, shape = "wide", rank, before, after } = props;
  const [element, onScreen] = useOnScreen<HTMLDivElement>();
  const { type, code } = row;
  const open = () => {
    rememberStock(row);
    props.onOpen?.();
  };
  return (
    <div ref={element} className={classNames(styles["line"], styles[shape])}>
      {before}
      <a
        className={classNames(styles["link"], after !== undefined && styles["beside"])}
        href={link(paths.stock({ type, code }))}
        onClick={open}
        onPointerDown={() => prefetch("/market/stock", { code, type })}
      >
        {rank !== undefined && <span className={styles["rank"]}>{rank}</span>}
        {onScreen ? (
          <LiveContent {...props} />
        ) : (
          <Content {...props} quote={newestQuote(row, null)} />
        )}
      </a>
      {after}
    </div>
  );
}

function LiveContent(props: StockLineProps) {
  const live = useQuote(props.row.type, props.row.code);
  return <Content {...props} quote={newestQuote(props.row, live)} />;
}

function Content(props: StockLineProps & { quote: ShownQuote }) {
  const { row, badge, detail, picture, quote } = props;
  const t = useText("shell");
  return (
    <>
      <span className={styles["names"]}>
        <StockName name={inLanguage(row.names)} word={props.word} />
        <span className={styles["code"]}>
          {badge === true && <MarketBadge type={row.type} />}
          {props.code ?? <span>{row.code}</span>}
          {(row.halted || row.ended === true) && (
            <span className={styles["halted"]}>{t(row.ended === true ? "ended" : "halted")}</span>
          )}
          {detail !== undefined && <span className={styles["detail"]}>{detail(quote)}</span>}
        </span>
      </span>
      {picture?.(quote)}
      <Figures {...props} />
    </>
  );
}

function MarketBadge({ type }: { type: StockRow["type"] }) {
  const t = useText("shell");
  return <span className={styles["badge"]}>{t(`market_${type}`)}</span>;
}

function Figures({ quote, shape = "wide", metric }: StockLineProps & { quote: ShownQuote }) {
  const wide = shape === "wide";
  return (
    <>
      <span className={styles["price"]}>
        <FlashingPrice value={quote.price} />
        {!wide && <Change percent={quote.changePercent} className={styles["under"] ?? ""} />}
        {wide && metric !== undefined && (
          <span className={styles["metric"]}>{compactFigure(quote[metric], language())}</span>
        )}
      </span>
      {wide && <ChangeChip percent={quote.changePercent} className={styles["change"] ?? ""} />}
    </>
  );
}

/** Stand-ins of the same height and columns. */
export function StockLinesWaiting({ count, shape = "wide" }: { count: number; shape?: Shape }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classNames(styles["line"], styles[shape])}>
          <span className={styles["link"]}>
            <span className={styles["names"]}>
              <span className={styles["bone"]} style={{ width: `${5 + ((index * 7) % 4)}em` }} />
              <span className={classNames(styles["bone"], styles["boneSmall"])} />
            </span>
            <span className={classNames(styles["bone"], styles["bonePrice"])} />
            {shape === "wide" && (
              <span className={classNames(styles["bone"], styles["boneChange"])} />
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
