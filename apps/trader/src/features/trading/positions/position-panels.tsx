import { displayDecimal } from "@sanshi/money";
import { Amount, Price, SignedAmount } from "@sanshi/ui";
import type { ReactNode } from "react";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { resultAt } from "./bracket.ts";
import type { Position } from "./position.ts";
import { isHeld, positionStatus } from "./position-status.ts";
import styles from "./position-screen.module.css";
import { ExitParts } from "./exit-parts.tsx";
import {
  nextPrice,
  progressOf,
  workingOrderName,
  workingOrdersOf,
  type WorkingOrder,
} from "./working-order.ts";

export type SheetName = "close" | "cancel" | "amend" | "bracket";
export type SheetProps = { position: Position; onSheet: OpenSheet };
/** A working order's own sheets say of which one. */
export type OpenSheet = {
  (name: "close" | "bracket"): void;
  (name: "cancel" | "amend", order: WorkingOrder): void;
};

/** The working orders beside shares that are held; a pending one has the whole screen. */
export function WaitingPanels({ position, onSheet }: SheetProps) {
  return workingOrdersOf(position)
    .filter(({ part }) => part !== "opening")
    .map((order) => <WaitingPanel key={order.id} order={order} onSheet={onSheet} />);
}

type WaitingPanelProps = { order: WorkingOrder; onSheet: OpenSheet };

function WaitingPanel({ order, onSheet }: WaitingPanelProps) {
  const t = useText("positions");
  const own = useText("order");
  const progress = progressOf(order);
  return (
    <section className={styles["panel"]}>
      <Head title={t(workingOrderName(order))}>
        {nextPrice(order) !== null && (
          <Way text={t("amend_short")} onPress={() => onSheet("amend", order)} />
        )}
        <Way text={t("cancel_short")} onPress={() => onSheet("cancel", order)} />
      </Head>
      <dl className={styles["facts"]}>
        {order.atVenue !== null && (
          <Fact name={t("at_venue")}>{t(`at_venue_${order.atVenue}`)}</Fact>
        )}
        <Fact name={t("quantity_waiting")}>{displayDecimal(order.quantity, 0, 0)}</Fact>
        {order.part === "closing" && progress !== null && (
          <Fact name={t("quantity_filled")}>{displayDecimal(progress.filled, 0, 0)}</Fact>
        )}
        {order.limit !== null && (
          <Fact name={t("limit_price")}>
            <Price value={order.limit} />
          </Fact>
        )}
        {order.stop !== null && (
          <Fact name={t("stop_price")}>
            <Price value={order.stop} />
          </Fact>
        )}
        {order.trail !== null && (
          <Fact name={t(order.trail.amount === null ? "trail_percent" : "trail_amount")}>
            {order.trail.amount === null ? (
              `${order.trail.percent ?? ""}%`
            ) : (
              <Price value={order.trail.amount} />
            )}
          </Fact>
        )}
        {order.reserved !== null && (
          <Fact name={t("reserved")}>
            <Amount value={order.reserved} />
          </Fact>
        )}
        <Fact name={t("time_in_force")}>
          {order.expiresAt === null
            ? own("time_until_cancelled")
            : t("expires_at", {
                time: expectedDate(showDateTime(order.expiresAt), order.expiresAtStatus),
              })}
        </Fact>
        {order.isExtended && <Fact name={own("order_hours")}>{own("hours_extended")}</Fact>}
        {order.isUnreduced && <Fact name={own("on_ex_dates")}>{own("price_stays")}</Fact>}
      </dl>
    </section>
  );
}

/** Where the position closes by itself, and the way to change it. */
export function BracketPanel({ position, onSheet }: SheetProps) {
  const t = useText("positions");
  const isLive = isHeld(position.status) || position.status === positionStatus.pending;
  const { take_profit: takeProfit, stop_loss: stopLoss, status } = position;
  const isHolding = status === positionStatus.holding || position.lent !== "0";
  if (!isLive || (status !== positionStatus.pending && !isHolding)) {
    return null;
  }
  const isSet = takeProfit !== null || stopLoss !== null;
  if (position.exits !== undefined) {
    return (
      <section className={styles["panel"]}>
        <h2 className={styles["heading"]}>{t("section_bracket")}</h2>
        <ExitParts position={position} />
      </section>
    );
  }
  return (
    <section className={styles["panel"]}>
      <Head title={t("section_bracket")}>
        <Way
          text={t(isSet ? "bracket_change" : "bracket_set")}
          onPress={() => onSheet("bracket")}
        />
      </Head>
      <dl className={styles["facts"]}>
        <Exit name={t("take_profit")} price={takeProfit} position={position} />
        <Exit name={t("stop_loss")} price={stopLoss} position={position} />
      </dl>
    </section>
  );
}

type ExitProps = { name: string; price: string | null; position: SheetProps["position"] };

function Exit({ name, price, position }: ExitProps) {
  const t = useText("positions");
  if (price === null) return <Fact name={name}>{t("exit_none")}</Fact>;
  return (
    <Fact name={name}>
      <Price value={price} /> (<SignedAmount value={resultAt(position, price)} />)
    </Fact>
  );
}

function Head({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles["headed"]}>
      <h2 className={styles["heading"]}>{title}</h2>
      <span className={styles["ways"]}>{children}</span>
    </div>
  );
}

function Way({ text, onPress }: { text: string; onPress: () => void }) {
  return (
    <button type="button" className={styles["way"]} onClick={onPress}>
      {text}
    </button>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
