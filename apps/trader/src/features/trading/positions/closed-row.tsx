import type { HeldStock } from "@sanshi/contract";
import { Change, classNames, Price, SignedAmount } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { positionStatus } from "./position-status.ts";
import { RowHead, SharesText } from "./row-head.tsx";
import styles from "./rows.module.css";

/** What was sold, with its result and its time; the fees stand on its page. An order that never became a position is marked and quiet. */
export function ClosedRow({ position }: { position: HeldStock }) {
  const t = useText("positions");
  const sold = position.status === positionStatus.closed;
  const isLong = position.side === "long";
  const ended = position.ended_at ?? position.buy_time;
  return (
    <article className={classNames(styles["row"], !sold && styles["quiet"])}>
      <RowHead
        position={position}
        quantity={position.quantity_opened === "0" ? position.stock_num : position.quantity_opened}
        figure={sold ? <SignedAmount value={position.yingkui} /> : <NoFigure />}
        detail={sold ? <Change percent={position.profit_percent} /> : null}
      />
      <div className={styles["facts"]}>
        <p className={styles["line"]}>
          <span className={styles["prices"]}>
            {sold ? (
              <>
                <span className="visually-hidden">{t(isLong ? "buy_price" : "short_price")}</span>
                <Price value={position.buy_price} />
                <span aria-hidden="true">→</span>
                <span className="visually-hidden">{t(isLong ? "sell_price" : "cover_price")}</span>
                <Price value={position.sell_price} className={styles["now"] ?? ""} />
              </>
            ) : (
              <>
                {t(position.stop_price === null ? "limit_price" : "stop_price")}
                <Price
                  value={position.stop_price ?? position.buy_price}
                  className={styles["now"] ?? ""}
                />
              </>
            )}
          </span>
          <time dateTime={ended}>{showDateTime(ended)}</time>
        </p>
        {position.closed_in?.map((part, index) => (
          // The order in which they were closed is all that tells two equal ones apart.
          <p key={index} className={styles["pair"]}>
            <span>
              {t(`${part.kind}_order`)} <Price value={part.price} /> ·{" "}
              <SharesText quantity={part.quantity} />
            </span>
          </p>
        ))}
        {position.ending !== null && <p>{t(`ending_${position.ending}`)}</p>}
      </div>
    </article>
  );
}

function NoFigure() {
  return <span aria-hidden="true">–</span>;
}
