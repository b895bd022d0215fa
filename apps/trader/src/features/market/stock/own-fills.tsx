import type { FillGroup, FillLetters, FillMark } from "@sanshi/chart";
import { displayDecimal } from "@sanshi/money";
import { classNames } from "@sanshi/ui";
import { useEffect, useMemo, useState } from "react";
import { useCall } from "../../../shared/queries.ts";
import { useText, type Translate } from "../../../shared/text.ts";
import { axisPrice } from "./stock-figures-format.ts";
import type { StockKey } from "./stock-queries.ts";
import styles from "./stock-chart.module.css";

/** Later than everything that the first view of a stock needs. */
const ownFillsMs = 1800;

export type OwnFills = { fills: readonly FillMark[]; letters: FillLetters };

/** The customer's own fills in the stock; the same object until one is added. */
export function useOwnFills({ type, code }: StockKey): OwnFills {
  const t = useText("stock");
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setWanted(true), ownFillsMs);
    return () => window.clearTimeout(timer);
  }, []);
  const { data } = useCall("/trade/fills", { type, code }, { quiet: true, enabled: wanted });
  return useMemo(
    () => ({
      letters: { buy: t("letter_buy"), sell: t("letter_sell") },
      fills: (data ?? []).map(({ at, side, price, quantity }) => ({
        at: Date.parse(at),
        side,
        price: Number(price),
        quantity: Number(quantity),
      })),
    }),
    [data, t],
  );
}

type FillsNoteProps = {
  groups: readonly FillGroup[];
  digits: number;
  /** Where the line is: the note keeps to the other half. */
  lineIs?: "above" | "below";
};

/** What was traded where the finger rests: side, shares and price. */
export function FillsNote({ groups, digits, lineIs = "below" }: FillsNoteProps) {
  const t = useText("stock");
  if (groups.length === 0) return null;
  return (
    <ul className={styles["fillsNote"]} data-line={lineIs} aria-label={t("own_fills")}>
      {groups.map((group) => (
        <li key={group.side}>
          <span className={classNames(styles["fillLetter"], styles[group.side])}>
            {t(`letter_${group.side}`)}
          </span>
          {fillText(group, digits, t)}
        </li>
      ))}
    </ul>
  );
}

/** A table's cell; empty where nothing was traded. */
export function fillsCell(
  groups: readonly FillGroup[] | undefined,
  digits: number,
  t: Translate<"stock">,
): string {
  const texts = (groups ?? []).map(
    (group) => `${t(`letter_${group.side}`)} ${fillText(group, digits, t)}`,
  );
  return texts.join(", ");
}

function fillText(group: FillGroup, digits: number, t: Translate<"stock">): string {
  const { count, price, quantity } = group;
  const words = {
    quantity: displayDecimal(String(quantity), 0, 0),
    price: axisPrice(price, digits),
  };
  return count === 1 ? t("own_fill", words) : t("own_fills_average", words);
}
