import type { HeldStock, CallOutput, Calls } from "@sanshi/contract";
import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, Button, Icon, LinkButton, Price, SignedAmount } from "@sanshi/ui";
import type { ReactNode } from "react";
import { link, paths } from "../../../app/paths.ts";
import { inLanguage } from "@sanshi/web/language";
import { expectedDate, useText, type Translate } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { showTimeWithSeconds } from "../../../shared/times.ts";
import styles from "./close-answer.module.css";

export type ClosedPart = CallOutput<Calls["/trade/close-position"]>;

type CloseAnswerProps = { position: HeldStock; answer: ClosedPart; onDone: () => void };

/** What happened: filled at which price and with what profit, in part, or waiting at its limit. */
export function CloseAnswer({ position, answer, onDone }: CloseAnswerProps) {
  const t = useText("positions");
  const shell = useText("shell");
  const filled = answer.filled_at !== null;
  const gaps = {
    name: inLanguage(position.names),
    count: Number(answer.quantity),
    quantity: displayDecimal(answer.quantity, 0, 0),
    price: displayDecimal(answer.price, 2, 4),
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
      <AnswerFacts position={position} answer={answer} />
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

function AnswerFacts({ position, answer }: Omit<CloseAnswerProps, "onDone">) {
  const t = useText("positions");
  const own = useText("order");
  const filled = answer.filled_at !== null;
  const { interest = "0", shortfall = "0", quantity_waiting: waiting = "0" } = answer;
  const isAbove = (amount: string) => /[1-9]/.test(amount);
  return (
    <dl className={styles["facts"]}>
      <Fact name={filled ? t("fill_price") : t("limit_price")}>
        <Price value={answer.price} />
      </Fact>
      <Fact name={valueName(position, filled, t)}>
        <Amount value={answer.amount} />
      </Fact>
      {filled && (
        <>
          <Fact name={t("fees")}>
            <Amount value={answer.fee} />
          </Fact>
          {isAbove(interest) && (
            <Fact name={t(position.side === "long" ? "interest_paid" : "borrow_fee_paid")}>
              <Amount value={interest} />
            </Fact>
          )}
          {isAbove(shortfall) && (
            <Fact name={t("unpaid_debt")}>
              <Amount value={shortfall.replace("-", "")} />
            </Fact>
          )}
          <Fact name={t("filled_at")}>{showTimeWithSeconds(answer.filled_at)}</Fact>
        </>
      )}
      {answer.meets !== undefined && (
        <Fact name={own(`meets_${answer.meets.by}`)}>
          {expectedDate(showDateTime(answer.meets.at), answer.meets.at_status)}
        </Fact>
      )}
      {isAbove(waiting) && filled && (
        <Fact name={t("quantity_waiting")}>{displayDecimal(waiting, 0, 0)}</Fact>
      )}
      <Fact name={filled ? t("left_after") : t("quantity")}>
        {displayDecimal(filled ? answer.quantity_left : answer.quantity, 0, 0)}
      </Fact>
    </dl>
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

function valueName(position: HeldStock, filled: boolean, t: Translate<"positions">): string {
  if (position.side === "long") return filled ? t("sale_value_final") : t("sale_value");
  return filled ? t("cover_value_final") : t("cover_value");
}
