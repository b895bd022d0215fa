import { displayDecimal, type MarketKey } from "@sanshi/money";
import { Button, Change, Icon, Sheet } from "@sanshi/ui";
import { hourMs } from "@sanshi/contract/constants";
import { serverNow } from "@sanshi/web/server-clock";
import { showDateTime } from "@sanshi/web/times";
import { lazy, Suspense, useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showCountdown, showTime } from "../../../shared/times.ts";
import { holdingAt, keyOf, type Holding } from "./by-stock/holding.ts";
import { useHoldings, useNowPrice } from "./positions-queries.ts";
import styles from "./own-position.module.css";
import { useLockSeconds } from "./sell-lock.ts";

// As in the list by stock: whoever only looks at a stock does without the form.
const CloseHoldingSheet = lazy(async () => ({
  default: (await import("./by-stock/close-holding-sheet.tsx")).CloseHoldingSheet,
}));

/** Of what nothing locks. */
const longAgo = "1970-01-01T00:00:00.000Z";

type OwnStock = { type: MarketKey; code: string };

/** What the customer holds of a stock: bought, bought on margin and sold short apart. */
function useOwnHoldings({ type, code }: OwnStock): readonly Holding[] | null {
  const { data } = useHoldings(type, true);
  return data === undefined ? null : data.items.filter((one) => one.code === code);
}

/** "You hold 100, +1.2 %, 80 can be sold now": in a stock's trade area. */
export function OwnHoldings(stock: OwnStock) {
  const t = useText("positions");
  const held = useOwnHoldings(stock);
  if (held === null) return null;
  if (held.length === 0) return <p className={styles["none"]}>{t("own_none")}</p>;
  return (
    <ul className={styles["held"]}>
      {held.map((holding) => (
        <li key={keyOf(holding)}>
          <HoldingLine holding={holding} />
        </li>
      ))}
    </ul>
  );
}

function HoldingLine({ holding }: { holding: Holding }) {
  const t = useText("positions");
  const now = useNowPrice(holding);
  const { type, code, side, funding, openings } = holding;
  const [first] = openings;
  const place =
    openings.length === 1 && first !== undefined
      ? paths.position({ id: first.id })
      : paths.positions({ type, stock: code });
  const shown = { count: Number(holding.quantity), quantity: amount(holding.quantity) };
  const what = side === "short" ? "own_short" : funding === "margin" ? "own_margin" : "own";
  return (
    <>
      <a className={styles["own"]} href={link(place)}>
        {t(what, shown)}
        <Change percent={holdingAt(holding, now).percent} />
        <Icon name="chevron" size={14} />
      </a>
      <UnlockText holding={holding} />
    </>
  );
}

/** How much can be sold now, and when the rest: nothing where all of it can. */
function UnlockText({ holding }: { holding: Holding }) {
  const t = useText("positions");
  const { side, quantity_free: free, quantity_locked: locked, sellable_at: until } = holding;
  if (!isAbove(locked) || until === null) return null;
  const isSoon = Date.parse(until) - serverNow() < 12 * hourMs;
  const time = isSoon
    ? showTime(until)
    : expectedDate(showDateTime(until), holding.sellable_at_status);
  const words = { free: amount(free), locked: amount(locked), time };
  const act = side === "long" ? "sell" : "cover";
  return (
    <p className={styles["unlock"]}>
      <Icon name="lock" size={12} />
      {t(isAbove(free) ? `own_${act}_part` : `own_${act}_later`, words)}
    </p>
  );
}

/** The buttons that lead straight to closing what is held of the stock; none for whoever holds nothing. */
export function CloseButtons(stock: OwnStock) {
  const held = useOwnHoldings(stock) ?? [];
  const [closing, setClosing] = useState<Holding | null>(null);
  const [asked, setAsked] = useState<readonly Holding[]>([]);
  const [wanted, setWanted] = useState(false);
  if (closing !== null && !wanted) setWanted(true);
  const sides = (["long", "short"] as const).flatMap((side) => {
    const own = held.filter((one) => one.side === side);
    return own.length === 0 ? [] : [{ side, own }];
  });
  return (
    <>
      {sides.map(({ side, own }) => (
        <CloseButton
          key={side}
          held={own}
          onClose={() => (own.length === 1 ? setClosing(own[0] ?? null) : setAsked(own))}
        />
      ))}
      <WhichSheet
        held={asked}
        onChoose={(holding) => {
          setAsked([]);
          setClosing(holding);
        }}
        onClose={() => setAsked([])}
      />
      {wanted && (
        <Suspense fallback={null}>
          <CloseHoldingSheet holding={closing} onClose={() => setClosing(null)} />
        </Suspense>
      )}
    </>
  );
}

/** What can be done now, or why not yet. */
function CloseButton({ held, onClose }: { held: readonly Holding[]; onClose: () => void }) {
  const t = useText("positions");
  const own = useText("holdings");
  const next = held.map((one) => one.next_sellable_at ?? longAgo).toSorted()[0] ?? longAgo;
  const left = useLockSeconds(next);
  const isLong = held[0]?.side === "long";
  const isFree = held.some((one) => isAbove(one.quantity_free));
  if (isFree) {
    return (
      <Button look={isLong ? "down" : "up"} wide aria-haspopup="dialog" onClick={onClose}>
        {t(isLong ? "sell" : "cover")}
      </Button>
    );
  }
  if (left === 0) {
    return (
      <Button look="quiet" wide disabled>
        <Icon name="day" size={16} />
        {own("waiting")}
      </Button>
    );
  }
  const time = showCountdown(left);
  return (
    <Button look="quiet" wide disabled>
      <Icon name="lock" size={16} />
      {t(isLong ? "sell" : "cover")}{" "}
      <span className={styles["countdown"]} aria-hidden="true">
        {time}
      </span>
      <span className="visually-hidden">
        {t(isLong ? "sellable_in" : "coverable_in", { time })}
      </span>
    </Button>
  );
}

type WhichSheetProps = {
  held: readonly Holding[];
  onChoose: (holding: Holding) => void;
  onClose: () => void;
};

/** Shares that were paid in full and those that were bought on margin are sold apart. */
function WhichSheet({ held, onChoose, onClose }: WhichSheetProps) {
  const t = useText("positions");
  const shell = useText("shell");
  return (
    <Sheet
      open={held.length > 0}
      onClose={onClose}
      title={t("own_which")}
      closeLabel={shell("close")}
    >
      <div className={styles["which"]}>
        {held.map((holding) => (
          <Button
            key={keyOf(holding)}
            look="quiet"
            wide
            disabled={!isAbove(holding.quantity_free)}
            onClick={() => onChoose(holding)}
          >
            {t(holding.funding === "margin" ? "own_margin" : "own", {
              count: Number(holding.quantity),
              quantity: amount(holding.quantity),
            })}
          </Button>
        ))}
      </div>
    </Sheet>
  );
}

function amount(quantity: string): string {
  return displayDecimal(quantity, 0, 0);
}

function isAbove(text: string): boolean {
  return /[1-9]/.test(text);
}
