import { displayDecimal } from "@sanshi/money";
import {
  Amount,
  Button,
  Change,
  classNames,
  FlashingPrice,
  Icon,
  LinkButton,
  Price,
  SignedAmount,
} from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { link, paths } from "../../../../app/paths.ts";
import { expectedDate, useText } from "../../../../shared/text.ts";
import { showCountdown } from "../../../../shared/times.ts";
import { useNowPrice } from "../positions-queries.ts";
import { SharesText } from "../row-head.tsx";
import rows from "../rows.module.css";
import { positionStatus } from "../position-status.ts";
import { useLockSeconds } from "../sell-lock.ts";
import { moneyText, profitAt } from "../valuation.ts";
import styles from "./by-stock.module.css";
import { holdingAt, type Holding, type HoldingValue, type Opening } from "./holding.ts";

const hourSeconds = 3_600;
/** Of what nothing locks. */
const longAgo = "1970-01-01T00:00:00.000Z";

type StockRowProps = {
  holding: Holding;
  isOpen: boolean;
  onToggle: () => void;
  onClose: () => void;
};

/**
 * One stock in two lines. Of a single opening the row leads to its own page; several are opened below it, with
 * the rest.
 */
export function StockRow({ holding, isOpen, onToggle, onClose }: StockRowProps) {
  const now = useNowPrice(holding);
  const value = holdingAt(holding, now);
  const id = useId();
  const [only] = holding.openings;
  if (only !== undefined && holding.openings_count === 1) {
    return (
      <article className={classNames(rows["row"], styles["row"])}>
        <div className={styles["head"]}>
          <Lines holding={holding} now={now} value={value} opening={only}>
            <a className={rows["name"]} href={link(paths.position({ id: only.id }))}>
              {inLanguage(holding.names)}
            </a>
          </Lines>
        </div>
      </article>
    );
  }
  return (
    <article className={classNames(rows["row"], styles["row"])}>
      <div className={styles["head"]}>
        <button
          type="button"
          className={styles["toggle"]}
          aria-labelledby={`${id}-name`}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
        />
        <Lines holding={holding} now={now} value={value}>
          <span id={`${id}-name`} className={classNames(rows["name"], styles["name"])}>
            {inLanguage(holding.names)}
            <span className={styles["arrow"]} data-open={isOpen}>
              <Icon name="down" size={14} />
            </span>
          </span>
        </Lines>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Opened holding={holding} now={now} value={value} onClose={onClose} />}
      </div>
    </article>
  );
}

type LinesProps = {
  holding: Holding;
  now: string;
  value: HoldingValue;
  /** The only one, whose state stands here. */
  opening?: Opening;
  children: ReactNode;
};

/** Name and profit over quantity, average cost, the price now and the profit in per cent. */
function Lines({ holding, now, value, opening, children }: LinesProps) {
  const t = useText("holdings");
  const own = useText("positions");
  return (
    <>
      <p className={rows["line"]}>
        {children}
        <span className={rows["figure"]}>
          <SignedAmount value={value.profit} />
        </span>
      </p>
      <p className={rows["line"]}>
        <span className={classNames(rows["about"], styles["about"])}>
          <span>{holding.code}</span>
          <SharesText quantity={holding.quantity} />
          <Marks holding={holding} />
          {opening !== undefined && <OpeningMarks holding={holding} opening={opening} />}
          <span className={classNames(rows["prices"], styles["prices"])}>
            <span className="visually-hidden">
              {t(holding.average_method === "openings" ? "average_open" : "average_cost")}
            </span>
            <Price value={holding.average_cost} />
            <span aria-hidden="true">→</span>
            <span className="visually-hidden">{own("now_price")}</span>
            <FlashingPrice value={now} className={rows["now"] ?? ""} />
          </span>
        </span>
        <span className={rows["detail"]}>
          <Change percent={value.percent} />
        </span>
      </p>
    </>
  );
}

/** What is on its way, locked up or lent, and a lock that ends within the hour. */
function OpeningMarks({ holding, opening }: { holding: Holding; opening: Opening }) {
  const t = useText("positions");
  const left = useLockSeconds(opening.sellable_at);
  const { status, leverage } = opening;
  const isShort = holding.side === "short";
  return (
    <>
      {leverage > 1 && (
        <span className={rows["mark"]}>{t("leverage_times", { times: leverage })}</span>
      )}
      {status === positionStatus.closing && (
        <span className={classNames(rows["mark"], rows["loud"])}>
          {t(isShort ? "status_covering" : "status_closing")}
        </span>
      )}
      {status === positionStatus.locked && (
        <span className={rows["mark"]}>{t("status_locked")}</span>
      )}
      {left > 0 && left <= hourSeconds && (
        <span className={classNames(rows["mark"], styles["lock"])}>
          <Icon name="lock" size={11} />
          <span className="visually-hidden">
            {t(isShort ? "coverable_in" : "sellable_in", { time: "" })}
          </span>
          {showCountdown(left)}
        </span>
      )}
    </>
  );
}

/** What is not simply owned: bought with borrowed money, or sold short. */
export function Marks({ holding: { side, funding } }: { holding: Holding }) {
  const t = useText("holdings");
  const own = useText("positions");
  if (side === "short") {
    return <span className={classNames(rows["mark"], rows["shortMark"])}>{own("short")}</span>;
  }
  return funding === "margin" ? <span className={rows["mark"]}>{t("margin")}</span> : null;
}

type OpenedProps = { holding: Holding; now: string; value: HoldingValue; onClose: () => void };

function Opened({ holding, now, value, onClose }: OpenedProps) {
  const t = useText("holdings");
  const own = useText("positions");
  const { type, code, openings, openings_count: count } = holding;
  const rest = count - openings.length;
  const actions = useRef<HTMLDivElement>(null);
  // The last row opens below the menu at the bottom. Of one taller than the screen its head stays in sight.
  useEffect(() => {
    actions.current?.scrollIntoView({ block: "nearest" });
    actions.current?.closest("article")?.firstElementChild?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div className={styles["opened"]}>
      <HoldingFacts holding={holding} value={value} />
      <p className={styles["note"]}>{t(averageNote(holding))}</p>
      <h3 className={styles["title"]}>{t("openings", { count })}</h3>
      <ul className={styles["openings"]}>
        {openings.map((opening) => (
          <OpeningRow key={opening.id} holding={holding} opening={opening} now={now} />
        ))}
      </ul>
      {rest > 0 && <p className={styles["note"]}>{t("more", { count: rest })}</p>}
      <div ref={actions} className={styles["actions"]}>
        <LinkButton look="quiet" wide href={link(paths.stock({ type, code }))}>
          {own("open_stock")}
        </LinkButton>
        <CloseHoldingButton holding={holding} onClose={onClose} />
      </div>
    </div>
  );
}

function averageNote({ type, average_method: method }: Holding) {
  if (method === "openings") return "average_note_open";
  return type === "jpy" ? "average_note_yen" : "average_note_decimals";
}

function HoldingFacts({ holding, value }: Pick<OpenedProps, "holding" | "value">) {
  const t = useText("holdings");
  const own = useText("positions");
  const isShort = holding.side === "short";
  const isAbove = (text: string) => /[1-9]/.test(text);
  const { next_sellable_at: next, quantity_locked: locked } = holding;
  return (
    <>
      <dl className={styles["facts"]}>
        <Fact name={t(isShort ? "quantity_short" : "quantity")}>
          {displayDecimal(holding.quantity, 0, 0)}
        </Fact>
        <Fact name={t(isShort ? "free_short" : "free")}>
          {displayDecimal(holding.quantity_free, 0, 0)}
        </Fact>
        <Fact name={t(holding.average_method === "openings" ? "average_open" : "average_cost")}>
          <Price value={holding.average_cost} />
        </Fact>
        <Fact name={t(holding.funding === "margin" ? "cost_open" : "cost")}>
          <Amount value={holding.cost} />
        </Fact>
        <Fact name={own("market_value")}>
          <Amount value={value.marketValue} />
        </Fact>
        <Fact name={own("day_profit")}>
          <SignedAmount value={holding.day_profit} />
        </Fact>
        {isAbove(holding.quantity_waiting) && (
          <Fact name={t("waiting")}>{displayDecimal(holding.quantity_waiting, 0, 0)}</Fact>
        )}
        {isAbove(holding.dividends) && (
          <Fact name={t("dividends")}>
            <SignedAmount value={holding.dividends} />
          </Fact>
        )}
        {isAbove(holding.interest) && (
          <Fact name={own(isShort ? "borrow_fee" : "interest")}>
            <Amount value={holding.interest} />
          </Fact>
        )}
      </dl>
      {next !== null && isAbove(locked) && (
        <p className={styles["locked"]}>
          <Icon name="lock" size={16} />
          {t(isShort ? "locked_short" : "locked", {
            quantity: displayDecimal(locked, 0, 0),
            time: expectedDate(showDateTime(holding.sellable_at), holding.sellable_at_status),
          })}
        </p>
      )}
    </>
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

type OpeningRowProps = { holding: Holding; opening: Opening; now: string };

function OpeningRow({ holding, opening, now }: OpeningRowProps) {
  const t = useText("positions");
  const { type, side, nowprice } = holding;
  const { quantity: stock_num, buy_price, yingkui } = opening;
  const profit = profitAt({ type, side, nowprice, stock_num, buy_price, yingkui }, now);
  return (
    <li>
      <a className={styles["opening"]} href={link(paths.position({ id: opening.id }))}>
        <span className={styles["when"]}>{showDateTime(opening.buy_time)}</span>
        <span className={styles["what"]}>
          <SharesText quantity={opening.quantity} /> · <Price value={opening.buy_price} />
          {opening.leverage > 1 && <> · {t("leverage_times", { times: opening.leverage })}</>}
        </span>
        <SignedAmount value={moneyText(profit, type)} className={styles["profit"]} />
        <Icon name="chevron" size={16} />
      </a>
    </li>
  );
}

/** What can be done now, or why not yet. */
function CloseHoldingButton({ holding, onClose }: Pick<StockRowProps, "holding" | "onClose">) {
  const t = useText("positions");
  const own = useText("holdings");
  const left = useLockSeconds(holding.next_sellable_at ?? longAgo);
  const isLong = holding.side === "long";
  if (/[1-9]/.test(holding.quantity_free)) {
    return (
      <Button look={isLong ? "down" : "up"} wide onClick={onClose}>
        {t(isLong ? "sell" : "cover")}
      </Button>
    );
  }
  return (
    <Button look="quiet" wide disabled>
      <Icon name={left > 0 ? "lock" : "day"} size={16} />
      {left > 0
        ? t(isLong ? "sellable_in" : "coverable_in", { time: showCountdown(left) })
        : own("waiting")}
    </Button>
  );
}
