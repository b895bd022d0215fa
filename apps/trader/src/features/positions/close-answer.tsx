import type { HeldStock } from "@sanshi/contract";
import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, Button, Icon, LinkButton, Price, SignedAmount } from "@sanshi/ui";
import { link, paths } from "../../app/paths.ts";
import { stockName } from "../../shared/language.ts";
import { useText, type Translate } from "../../shared/text.ts";
import { showTimeWithSeconds } from "../../shared/times.ts";
import styles from "./close-answer.module.css";
import type { ClosedPart } from "./close-sheet.tsx";

type CloseAnswerProps = { position: HeldStock; answer: ClosedPart; onDone: () => void };

/** What happened: filled at which price and with what profit, or waiting at its limit. */
export function CloseAnswer({ position, answer, onDone }: CloseAnswerProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const filled = answer.filled_at !== null;
  const gaps = {
    name: stockName(position.names),
    count: Number(answer.quantity),
    quantity: displayDecimal(answer.quantity, 0, 0),
    price: displayDecimal(answer.price, 0, 4),
  };
  const sentence = position.side === "long" ? t("sold", gaps) : t("covered", gaps);
  return (
    <div className={styles["answer"]} role="status">
      <span className={styles["sign"]} data-filled={filled}>
        <Icon name={filled ? "check" : "day"} size={28} />
      </span>
      <p className={styles["sentence"]}>{filled ? sentence : t("close_waits", gaps)}</p>
      {filled && (
        <>
          <p className={styles["label"]}>{t("realised_profit")}</p>
          <p className={styles["profit"]}>
            <SignedAmount value={answer.profit} currency={settlementCurrency(position.type)} />
          </p>
        </>
      )}
      <dl className={styles["facts"]}>
        <div>
          <dt>{filled ? t("fill_price") : t("limit_price")}</dt>
          <dd>
            <Price value={answer.price} />
          </dd>
        </div>
        <div>
          <dt>{valueName(position, filled, t)}</dt>
          <dd>
            <Amount value={answer.amount} />
          </dd>
        </div>
        {filled && (
          <>
            <div>
              <dt>{t("fees")}</dt>
              <dd>
                <Amount value={answer.fee} />
              </dd>
            </div>
            <div>
              <dt>{t("filled_at")}</dt>
              <dd>{showTimeWithSeconds(answer.filled_at)}</dd>
            </div>
          </>
        )}
        <div>
          <dt>{filled ? t("left_after") : t("quantity")}</dt>
          <dd>{displayDecimal(filled ? answer.quantity_left : answer.quantity, 0, 0)}</dd>
        </div>
      </dl>
      <div className={styles["actions"]}>
        <LinkButton look="quiet" wide href={link(paths.position({ id: position.id }))}>
          {t("see_details")}
        </LinkButton>
        <Button wide onClick={onDone}>
          {shell("close")}
        </Button>
      </div>
    </div>
  );
}

function valueName(position: HeldStock, filled: boolean, t: Translate<"positions">): string {
  if (position.side === "long") return filled ? t("sale_value_final") : t("sale_value");
  return filled ? t("cover_value_final") : t("cover_value");
}
