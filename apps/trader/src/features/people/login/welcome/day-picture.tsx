import { displayDecimal } from "@sanshi/money";
import { Change, directionOf, FlashingPrice, Sparkline } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { useEffect, useRef, useState } from "react";
import { NameWords } from "../../../../shared/stock-list/stock-name.tsx";
import type { PublicStock } from "./overview.ts";
import { useWelcome } from "./welcome-texts.ts";
import styles from "./welcome.module.css";

const pictureHeight = 120;

/** One stock's day as it is: its price, its course, its ends. */
export function DayPicture({ stock }: { stock: PublicStock }) {
  const t = useWelcome();
  const name = inLanguage(stock.names);
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={styles["day"]}>
      <div className={styles["dayHead"]}>
        <span className={styles["dayName"]}>
          <NameWords name={name} />
          <span className={styles["code"]}>{stock.code}</span>
        </span>
        <span className={styles["dayNow"]}>
          <FlashingPrice value={stock.price} className={styles["dayPrice"] ?? ""} />
          <Change percent={stock.change_percent} change={stock.change} />
        </span>
      </div>
      <div
        ref={frame}
        className={styles["dayChart"]}
        style={{ height: pictureHeight }}
        role="img"
        aria-label={t("day_chart", {
          name,
          previous: displayDecimal(stock.previous_close, 2, 4),
          price: displayDecimal(stock.price, 2, 4),
        })}
      >
        {width > 0 && (
          <Sparkline
            prices={stock.course}
            reference={stock.previous_close}
            direction={directionOf(stock.change)}
            width={width}
            height={pictureHeight}
          />
        )}
      </div>
      <dl className={styles["ends"]}>
        <End name={t("previous_close")} value={stock.previous_close} />
        <End name={t("day_high")} value={stock.high} />
        <End name={t("day_low")} value={stock.low} />
      </dl>
    </div>
  );
}

function End({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{displayDecimal(value, 2, 4)}</dd>
    </div>
  );
}
