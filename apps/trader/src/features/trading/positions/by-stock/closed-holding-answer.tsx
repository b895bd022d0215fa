import { displayDecimal, settlementCurrency } from "@sanshi/money";
import { Amount, Button, Icon, SignedAmount } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import type { ReactNode } from "react";
import { RuleWhy } from "../../../../shared/rule-why.tsx";
import { isRefusalCode, refusalText, useText, type Translate } from "../../../../shared/text.ts";
import { showTimeWithSeconds } from "../../../../shared/times.ts";
import answerStyles from "../close-answer.module.css";
import form from "../close-form.module.css";
import styles from "./by-stock.module.css";
import type { ClosedHolding, Holding } from "./holding.ts";

type AnswerProps = { holding: Holding; answer: ClosedHolding; onDone: () => void };

/** What happened, all orders together; what could not be placed is named with its reason. */
export function ClosedHoldingAnswer({ holding, answer, onDone }: AnswerProps) {
  const t = useText("positions");
  const own = useText("holdings");
  const shell = useText("shell");
  const isFilled = answer.filled_at !== null;
  return (
    <div className={answerStyles["answer"]} role="status">
      <span className={answerStyles["sign"]} data-filled={isFilled}>
        <Icon name={isFilled ? "check" : "day"} size={28} />
      </span>
      <p className={answerStyles["sentence"]}>{sentenceOf(holding, answer, own)}</p>
      {isFilled && (
        <>
          <p className={answerStyles["label"]}>{t("realised_profit")}</p>
          <p className={answerStyles["profit"]}>
            <SignedAmount value={answer.profit} currency={settlementCurrency(holding.type)} />
          </p>
        </>
      )}
      <AnswerFacts holding={holding} answer={answer} />
      <NotPlaced answer={answer} />
      <div className={answerStyles["actions"]}>
        <Button wide onClick={onDone}>
          {shell("close")}
        </Button>
      </div>
    </div>
  );
}

function sentenceOf(
  { names, side }: Holding,
  { filled_at: at, quantity, quantity_filled: filled, parts }: ClosedHolding,
  t: Translate<"holdings">,
): string {
  const show = (text: string) => displayDecimal(text, 0, 0);
  if (at !== null) {
    const key = side === "long" ? "done_sold" : "done_covered";
    return t(key, { name: inLanguage(names), quantity: show(filled), count: filled });
  }
  const limit = parts.find(({ closed }) => closed !== null)?.closed?.price ?? "";
  return t("done_waits", { quantity: show(quantity), price: displayDecimal(limit, 2, 4) });
}

function AnswerFacts({ holding, answer }: Omit<AnswerProps, "onDone">) {
  const t = useText("positions");
  const own = useText("holdings");
  const isAbove = (amount: string) => /[1-9]/.test(amount);
  const isFilled = answer.filled_at !== null;
  const isLong = holding.side === "long";
  return (
    <dl className={answerStyles["facts"]}>
      <Fact name={own("orders_count")}>
        {answer.parts.filter(({ closed }) => closed !== null).length}
      </Fact>
      {isFilled && (
        <>
          <Fact name={own("filled")}>{displayDecimal(answer.quantity_filled, 0, 0)}</Fact>
          <Fact name={t(isLong ? "sale_value_final" : "cover_value_final")}>
            <Amount value={answer.amount} />
          </Fact>
          <Fact name={t("fees")}>
            <Amount value={answer.fee} />
          </Fact>
        </>
      )}
      {isAbove(answer.interest) && (
        <Fact name={t(isLong ? "interest_paid" : "borrow_fee_paid")}>
          <Amount value={answer.interest} />
        </Fact>
      )}
      {isAbove(answer.shortfall) && (
        <Fact name={t("unpaid_debt")}>
          <Amount value={answer.shortfall.replace("-", "")} />
        </Fact>
      )}
      {isAbove(answer.quantity_waiting) && (
        <Fact name={own("rest_waits")}>{displayDecimal(answer.quantity_waiting, 0, 0)}</Fact>
      )}
      {isFilled && <Fact name={t("filled_at")}>{showTimeWithSeconds(answer.filled_at)}</Fact>}
    </dl>
  );
}

function NotPlaced({ answer: { parts } }: { answer: ClosedHolding }) {
  const t = useText("holdings");
  const refused = parts.filter(({ refusal }) => refusal !== null);
  if (refused.length === 0) return null;
  return (
    <div>
      <p className={form["small"]}>{t("not_placed")}</p>
      <ul className={styles["leftOut"]}>
        {refused.map(({ id, order_number, quantity, refusal }) => (
          <li key={id}>
            {t("left_shares", { quantity: displayDecimal(quantity, 0, 0), number: order_number })}{" "}
            {refusal !== null && isRefusalCode(refusal.msg)
              ? refusalText({ code: refusal.msg, params: refusal.params ?? {} })
              : refusal?.msg}
            {refusal?.params !== undefined && <RuleWhy refusal={{ params: refusal.params }} />}
          </li>
        ))}
      </ul>
    </div>
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
