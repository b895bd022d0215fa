import { displayDecimal } from "@sanshi/money";
import { Amount, classNames, Price } from "@sanshi/ui";
import type { ReactNode } from "react";
import { ruleText, useText } from "../../../shared/text.ts";
import { showDate, showDateTime } from "@sanshi/web/times";
import { ratioKey } from "./names.ts";
import type { Position } from "./position.ts";
import styles from "./position-screen.module.css";

type Receipt = Position["forced_sales"][number];

/** Why the broker sold: the figures as they were when it was decided, and the rule. */
export function ForcedSales({ position }: { position: Position }) {
  return position.forced_sales.map((receipt) => (
    <ReceiptPanel key={`${receipt.at} ${receipt.quantity}`} position={position} receipt={receipt} />
  ));
}

function ReceiptPanel({ position, receipt }: { position: Position; receipt: Receipt }) {
  const t = useText("positions");
  const percent = (text: string) => `${displayDecimal(text, 2, 2)}%`;
  const words = {
    ratio_name: t(`${ratioKey(position.type)}_within`),
    ratio: percent(receipt.ratio),
    required: percent(receipt.ratio_required),
  };
  return (
    <section className={classNames(styles["panel"], styles["receipt"])}>
      <h2 className={styles["heading"]}>{t(`forced_${position.side}`)}</h2>
      <p className={styles["note"]}>{t(`forced_${receipt.reason}`, words)}</p>
      <dl className={styles["facts"]}>
        <Fact name={t("forced_at")}>{showDateTime(receipt.at)}</Fact>
        <Fact name={t("quantity")}>{displayDecimal(receipt.quantity, 0, 0)}</Fact>
        <Fact name={t("fill_price")}>
          <Price value={receipt.price} />
        </Fact>
        {receipt.reason === "term_ended" ? (
          <TermFacts receipt={receipt} />
        ) : (
          <MarginFacts receipt={receipt} ratio={t(ratioKey(position.type))} words={words} />
        )}
        <Fact name={t("rule")}>{ruleText(receipt.rule, receipt.since)}</Fact>
      </dl>
    </section>
  );
}

type Words = { ratio: string; required: string };

function MarginFacts({ receipt, ratio, words }: { receipt: Receipt; ratio: string; words: Words }) {
  const t = useText("positions");
  return (
    <>
      <Fact name={ratio}>{words.ratio}</Fact>
      <Fact name={t("ratio_required")}>{words.required}</Fact>
      <Fact name={t("margin_equity")}>
        <Amount value={receipt.equity} />
      </Fact>
      <Fact name={t("margin_exposure")}>
        <Amount value={receipt.exposure} />
      </Fact>
      {receipt.called_at !== null && (
        <Fact name={t("called_at")}>{showDateTime(receipt.called_at)}</Fact>
      )}
      {receipt.due_at !== null && <Fact name={t("due_at")}>{showDateTime(receipt.due_at)}</Fact>}
    </>
  );
}

/** No ratio led to it: its customer was told of the day, and the day came. */
function TermFacts({ receipt }: { receipt: Receipt }) {
  const t = useText("positions");
  return (
    <>
      <Fact name={t("term_told_at")}>{showDateTime(receipt.called_at)}</Fact>
      <Fact name={t("term_ends_on")}>{showDate(receipt.due_at)}</Fact>
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
