import { displayDecimal } from "@sanshi/money";
import { Amount, classNames, Price } from "@sanshi/ui";
import type { ReactNode } from "react";
import { calendarDate } from "../../../shared/calendar-date.ts";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { showTimeWithSeconds } from "../../../shared/times.ts";
import { feeText, feedText } from "./names.ts";
import type { Position } from "./position.ts";
import styles from "./position-screen.module.css";

type Fill = Position["fills"][number];

/** Every fill with the quote that it was made at, so that anybody can check its price. */
export function FillList({ position }: { position: Position }) {
  const t = useText("positions");
  return (
    <section className={styles["panel"]}>
      <h2 className={styles["heading"]}>{t("fills")}</h2>
      <p className={styles["note"]}>
        {position.fills.length === 0 ? t("no_fills") : t("fills_note")}
      </p>
      {position.fills.map((fill) => (
        <FillPart key={fill.id} fill={fill} />
      ))}
    </section>
  );
}

function FillPart({ fill }: { fill: Fill }) {
  const t = useText("positions");
  const own = useText("order");
  const gaps = {
    count: Number(fill.quantity),
    quantity: displayDecimal(fill.quantity, 0, 0),
    price: displayDecimal(fill.price, 2, 4),
  };
  const { quote } = fill;
  return (
    <article className={styles["fill"]}>
      <p className={styles["fillHead"]}>
        <span>{fill.side === "buy" ? t("fill_buy", gaps) : t("fill_sell", gaps)}</span>
        <time dateTime={fill.at}>{showDateTime(fill.at)}</time>
        {fill.hours === "extended" && <span>{own("hours_extended_mark")}</span>}
      </p>
      <ul className={styles["fees"]}>
        <li>
          <span>{t("fill_amount")}</span>
          <Amount value={fill.amount} />
        </li>
        {fill.settles_on !== null && (
          <li>
            <span>{t("settles_on")}</span>
            <span>{expectedDate(calendarDate(fill.settles_on), fill.settles_on_status)}</span>
          </li>
        )}
        {fill.fees.map((fee) => (
          <li key={fee.name}>
            <span>{feeText(fee.name)}</span>
            <Amount value={fee.amount} />
          </li>
        ))}
      </ul>
      <Levels fill={fill} />
      <dl className={styles["quote"]}>
        <Cell name={t("bid")} used={fill.price === quote.bid}>
          <Price value={quote.bid} />
        </Cell>
        <Cell name={t("ask")} used={fill.price === quote.ask}>
          <Price value={quote.ask} />
        </Cell>
        <Cell name={t("quote_feed")}>{feedText(quote.feed)}</Cell>
        <Cell name={t("quote_sequence")}>{quote.sequence}</Cell>
        <Cell name={t("quote_at")}>{showTimeWithSeconds(quote.at)}</Cell>
        <Cell name={t("filled_at")}>{showTimeWithSeconds(fill.at)}</Cell>
      </dl>
    </article>
  );
}

/** What it took of each level of the book; of a single one the quote below says it all. */
function Levels({ fill: { levels, price } }: { fill: Fill }) {
  const t = useText("positions");
  if (levels.length < 2) return null;
  return (
    <div className={styles["levels"]}>
      <p>{t("fill_levels", { count: levels.length, price: displayDecimal(price, 2, 4) })}</p>
      <ul className={styles["fees"]}>
        {levels.map((level) => (
          <li key={level.price}>
            <Price value={level.price} />
            <span>
              {t("fill_level", {
                count: Number(level.quantity),
                quantity: displayDecimal(level.quantity, 0, 0),
              })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

type CellProps = { name: string; used?: boolean; children: ReactNode };

/** The side of the quote at which the fill was made stands out. */
function Cell({ name, used, children }: CellProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={classNames(used === true && styles["used"])}>{children}</dd>
    </div>
  );
}
