import { displayDecimal, settlementCurrency } from "@sanshi/money";
import {
  Button,
  Change,
  classNames,
  EmptyState,
  FlashingPrice,
  LinkButton,
  ListRow,
  Price,
  PullToRefresh,
  SignedAmount,
  Skeleton,
  SkeletonRows,
} from "@sanshi/ui";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { link, paths, routes } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { Screen } from "../../../shared/screen.tsx";
import { expectedDate, pullTexts, useText, type Translate } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { ActionList } from "./action-list.tsx";
import { AmendSheet } from "./amend-sheet.tsx";
import { CancelSheet } from "./cancel-sheet.tsx";
import { CloseSheet } from "./close-sheet.tsx";
import { BracketSheet } from "./bracket-sheet.tsx";
import { FillList } from "./fill-list.tsx";
import { Recalls } from "./recalls.tsx";
import { ForcedSales } from "./forced-sales.tsx";
import { Exchanges, Settlements } from "./settlements.tsx";
import { CloseButton } from "./holding-row.tsx";
import { PositionFacts } from "./position-facts.tsx";
import {
  BracketPanel,
  WaitingPanels,
  type OpenSheet,
  type SheetProps,
} from "./position-panels.tsx";
import { ProfitPanel } from "./profit-panel.tsx";
import styles from "./position-screen.module.css";
import { isHeld, positionStatus } from "./position-status.ts";
import { refreshPositions, useNowPrice, usePosition } from "./positions-queries.ts";
import { Marks, StatusMark } from "./row-head.tsx";
import { dayProfitAt, moneyText, profitAt, valueAt } from "./valuation.ts";
import type { Position } from "./position.ts";
import {
  isAllClosing,
  onlyClosingOrder,
  workingOrdersOf,
  type WorkingOrder,
} from "./working-order.ts";

type Sheet = {
  name: "close" | "cancel" | "amend" | "bracket";
  position: Position;
  order: WorkingOrder | null;
};

export default function PositionScreen() {
  const t = useText("positions");
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const position = usePosition(id);
  // A sheet keeps what it was opened for while the screen behind it is read anew.
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const shownIn = (name: Sheet["name"]) => (sheet?.name === name ? sheet.position : null);
  const orderIn = (name: Sheet["name"]) => (sheet?.name === name ? sheet.order : null);
  const opens =
    (of: Position): OpenSheet =>
    (name: Sheet["name"], order: WorkingOrder | null = null) =>
      setSheet({ name, position: of, order });
  const leave = () => setSheet(null);
  const title = position.data === undefined ? t("info_title") : inLanguage(position.data.names);
  return (
    <Screen title={title}>
      {id === "" ? (
        <EmptyState picture="search" sentence={t("position_missing")}>
          <LinkButton look="quiet" href={link(routes.positions)}>
            {t("to_positions")}
          </LinkButton>
        </EmptyState>
      ) : (
        <Loaded query={position} waiting={<PositionWaiting />}>
          {(data) => (
            <>
              <PullToRefresh onRefresh={refreshPositions} texts={pullTexts()}>
                <PositionContent position={data} onSheet={opens(data)} />
              </PullToRefresh>
              <Actions position={data} onSheet={opens(data)} />
            </>
          )}
        </Loaded>
      )}
      <CloseSheet position={shownIn("close")} onClose={leave} />
      <CancelSheet order={orderIn("cancel")} onClose={leave} />
      <AmendSheet order={orderIn("amend")} onClose={leave} />
      <BracketSheet position={shownIn("bracket")} onClose={leave} />
    </Screen>
  );
}

function PositionContent({ position, onSheet }: SheetProps) {
  const t = useText("positions");
  return (
    <div className={styles["content"]}>
      {isHeld(position.status) ? (
        <HeldHero position={position} />
      ) : (
        <EndedHero position={position} />
      )}
      <section className={styles["panel"]}>
        <ListRow
          title={t("open_stock")}
          subtitle={`${inLanguage(position.names)} · ${position.code}`}
          href={link(paths.stock({ type: position.type, code: position.code }))}
          chevron
        />
      </section>
      {isLendable(position) && (
        <section className={styles["panel"]}>
          <ListRow
            title={t("lending")}
            subtitle={position.lent === "0" ? t("lending_none") : lentText(position, t)}
            href={link(paths.lending({ id: position.id }))}
            chevron
          />
        </section>
      )}
      {position.quantity_opened !== "0" && <ProfitPanel position={position} />}
      <Recalls position={position} />
      <ForcedSales position={position} />
      <Settlements position={position} />
      <Exchanges position={position} />
      <WaitingPanels position={position} onSheet={onSheet} />
      <BracketPanel position={position} onSheet={onSheet} />
      <PositionFacts position={position} />
      <ActionList position={position} />
      <FillList position={position} />
    </div>
  );
}

/** What is recalled can be sold like everything else that is lent: a sale waits for nobody. */
function lentText({ lent, recalls: [recall] }: Position, t: Translate<"positions">): string {
  return recall === undefined
    ? t("lending_some", { quantity: displayDecimal(lent, 0, 0) })
    : t("lending_recalled", {
        quantity: displayDecimal(recall.quantity, 0, 0),
        due: expectedDate(showDateTime(recall.due_at), recall.due_at_status),
      });
}

/** Paid in full, and not locked up otherwise than by being lent. */
function isLendable({ status, side, leverage, lent }: Position): boolean {
  const isLocked = status === positionStatus.locked && lent === "0";
  return isHeld(status) && side === "long" && leverage === 1 && !isLocked;
}

/** While shares are held, the figure is the floating profit and lives with the price. */
function HeldHero({ position }: { position: Position }) {
  const t = useText("positions");
  const now = useNowPrice(position);
  const { percent } = valueAt(position, now);
  return (
    <section className={styles["hero"]} aria-label={t("floating_profit")}>
      <p className={styles["label"]}>
        {t("floating_profit")}
        <StatusMark position={position} />
      </p>
      <p className={styles["figure"]}>
        <SignedAmount
          value={moneyText(profitAt(position, now), position.type)}
          currency={settlementCurrency(position.type)}
        />
      </p>
      <p className={styles["change"]}>
        <Change percent={percent} />
        <span className={styles["now"]}>
          {t("now_price")} <FlashingPrice value={now} />
        </span>
      </p>
      <p className={styles["day"]}>
        <Marks position={position} isTold={false} />
        <span>
          {t("day_profit")}{" "}
          <SignedAmount value={moneyText(dayProfitAt(position, now), position.type)} />
        </span>
      </p>
    </section>
  );
}

/** Afterwards it is what was realised; of an order that never filled, its limit. */
function EndedHero({ position }: { position: Position }) {
  const t = useText("positions");
  const now = useNowPrice(position);
  const currency = settlementCurrency(position.type);
  const closed = position.status === positionStatus.closed;
  const stop = position.triggered_at === null ? position.stop_price : null;
  const label = t(closed ? "realised_profit" : stop === null ? "limit_price" : "stop_price");
  return (
    <section className={styles["hero"]} aria-label={label}>
      <p className={styles["label"]}>
        {label}
        <StatusMark position={position} />
        <Marks position={position} isTold={false} />
      </p>
      <p className={styles["figure"]}>
        {closed ? (
          <SignedAmount value={position.realised} currency={currency} />
        ) : (
          <Price value={stop ?? position.limit_price ?? position.buy_price} currency={currency} />
        )}
      </p>
      <p className={styles["change"]}>
        {closed && <Change percent={position.profit_percent} />}
        <span className={styles["now"]}>
          {t("now_price")} <FlashingPrice value={now} />
        </span>
      </p>
    </section>
  );
}

/** What can be done stands in reach of the thumb. */
function Actions({ position, onSheet }: SheetProps) {
  const t = useText("positions");
  const [pending] = position.status === positionStatus.pending ? workingOrdersOf(position) : [];
  if (pending !== undefined) {
    return (
      <div className={classNames(styles["actions"], styles["two"])}>
        <Button look="quiet" wide onClick={() => onSheet("cancel", pending)}>
          {t("cancel_order")}
        </Button>
        <Button wide onClick={() => onSheet("amend", pending)}>
          {t("amend_order")}
        </Button>
      </div>
    );
  }
  if (!isHeld(position.status)) {
    return (
      <div className={styles["actions"]}>
        <LinkButton
          look="quiet"
          wide
          href={link(paths.stock({ type: position.type, code: position.code }))}
        >
          {t("trade_again")}
        </LinkButton>
      </div>
    );
  }
  // Each of several orders is cancelled beside it.
  if (isAllClosing(position) && onlyClosingOrder(position) === null) return null;
  return (
    <div className={styles["actions"]}>
      <CloseButton
        position={position}
        onClose={() => onSheet("close")}
        onCancel={(order) => onSheet("cancel", order)}
        wide
      />
    </div>
  );
}

function PositionWaiting() {
  return (
    <div className={styles["content"]} aria-hidden="true">
      <div className={styles["hero"]}>
        <p className={styles["label"]}>
          <Skeleton width="5rem" height="0.8rem" />
        </p>
        <p className={styles["figure"]}>
          <Skeleton width="12rem" height="2rem" />
        </p>
        <p className={styles["change"]}>
          <Skeleton width="9rem" height="0.8rem" />
        </p>
      </div>
      <div className={styles["panel"]}>
        <SkeletonRows count={7} />
      </div>
    </div>
  );
}
