import { displayDecimal } from "@sanshi/money";
import { classNames, directionOf } from "@sanshi/ui";
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { useCall } from "../../../shared/queries.ts";
import { useText, withLaterTexts } from "../../../shared/text.ts";
import type { StockDetail, StockKey } from "./stock-queries.ts";
import styles from "./depth.module.css";

const Trades = lazy(() => withLaterTexts(() => import("./trades.tsx")));

const levels = 5;
const refreshMs = 2000;

type DepthProps = {
  stock: StockKey;
  detail: StockDetail | undefined;
  /** A price was touched: it becomes a limit. */
  onTake: (price: string) => void;
};

/** Five levels of bid and ask, and the last trades. They are read only while they are on the screen. */
export function Depth({ stock: { type, code }, detail, onTake }: DepthProps) {
  const t = useText("stock");
  const frame = useRef<HTMLDivElement>(null);
  const visible = useVisible(frame);
  const [wasVisible, setWasVisible] = useState(false);
  if (visible && !wasVisible) setWasVisible(true);
  const depth = useCall(
    "/market/depth",
    { code, type },
    {
      quiet: true,
      enabled: visible,
      staleTime: 1000,
      ...(visible && detail?.market.open === true && { refetchInterval: refreshMs }),
    },
  );
  const bids = depth.data?.bids ?? [];
  const asks = depth.data?.asks ?? [];
  const most = Math.max(1, ...[...bids, ...asks].map(([, quantity]) => Number(quantity)));
  const sides = [
    { side: "bid", rows: bids },
    { side: "ask", rows: asks },
  ] as const;
  return (
    <div ref={frame} className={styles["book"]}>
      <section className={styles["depth"]} aria-label={t("depth")}>
        <h2 className={styles["title"]}>{t("depth")}</h2>
        <div className={styles["sides"]}>
          {sides.map(({ side, rows }) => (
            <ol key={side} className={classNames(styles["side"], styles[side])}>
              {Array.from({ length: levels }, (_, index) => (
                <Level
                  key={index}
                  side={side}
                  level={index + 1}
                  row={rows[index]}
                  most={most}
                  detail={detail}
                  onTake={onTake}
                />
              ))}
            </ol>
          ))}
        </div>
        <p className={styles["hint"]}>{t("depth_hint")}</p>
      </section>
      {wasVisible && (
        <Suspense fallback={null}>
          <Trades stock={{ type, code }} detail={detail} isVisible={visible} />
        </Suspense>
      )}
    </div>
  );
}

type LevelProps = {
  side: "bid" | "ask";
  level: number;
  row: readonly [string, string] | undefined;
  most: number;
  detail: StockDetail | undefined;
  onTake: (price: string) => void;
};

function Level({ side, level, row, most, detail, onTake }: LevelProps) {
  const t = useText("stock");
  if (row === undefined) {
    return (
      <li className={classNames(styles["level"], styles["empty"])}>
        <span className={styles["rank"]}>{t(`${side}_level`, { level })}</span>
        <span>{t("no_level")}</span>
      </li>
    );
  }
  const [price, quantity] = row;
  const direction = directionOf(String(Number(price) - Number(detail?.previous_close ?? price)));
  const shown = { price: displayDecimal(price, 2, 4), quantity: displayDecimal(quantity, 0, 0) };
  return (
    <li>
      <button type="button" className={styles["level"]} onClick={() => onTake(price)}>
        <span
          className={styles["amount"]}
          style={{ transform: `scaleX(${Number(quantity) / most})` }}
        />
        <span className={styles["rank"]}>{t(`${side}_level`, { level })}</span>{" "}
        <span className={classNames(styles["price"], styles[direction])}>{shown.price}</span>{" "}
        <span className={styles["quantity"]}>{shown.quantity}</span>{" "}
        <span className="visually-hidden">{t("take_price")}</span>
      </button>
    </li>
  );
}

function useVisible(element: RefObject<HTMLElement | null>): boolean {
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    // What peeks out under the bar with the button is not being read yet.
    const observer = new IntersectionObserver(
      ([entry]) => setVisible(entry?.isIntersecting === true),
      { rootMargin: "0px 0px -120px" },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return visible;
}
