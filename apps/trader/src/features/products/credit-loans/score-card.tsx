import type { CreditScore } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { Button, EmptyState, Sheet, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useState } from "react";
import { fullDate } from "../../../shared/calendar-date.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText, type Translate } from "../../../shared/text.ts";
import styles from "./credit-loans.module.css";

/** The score with every part of it: how many points, and the customer's own fact behind them. */
export function ScoreCard({ score }: { score: CreditScore | null }) {
  const t = useText("loans");
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={formStyles["card"]} aria-label={t("score")}>
      <h2 className={formStyles["heading"]} style={{ margin: 0 }}>
        {t("score")}
      </h2>
      {score === null ? (
        <p className={formStyles["note"]}>{t("score_none")}</p>
      ) : (
        <>
          <p className={formStyles["hero"]}>
            {t("score_of", { score: score.score })}
            <small>{t("score_day", { day: fullDate(score.day) })}</small>
          </p>
          <ul className={styles["parts"]}>
            {score.parts.map((part) => (
              <li key={part.part}>
                <span>
                  {t(`part_${part.part}`)}
                  <small>{partNote(part, t)}</small>
                </span>
                <b>{signed(part.points)}</b>
              </li>
            ))}
          </ul>
          <Button look="quiet" small onClick={() => setOpen(true)}>
            {t("score_history")}
          </Button>
        </>
      )}
      <p className={formStyles["note"]}>{t("score_rule")}</p>
      <p className={formStyles["note"]}>{t("shares_note")}</p>
      <History open={isOpen} onClose={() => setOpen(false)} />
    </section>
  );
}

function partNote({ part, params }: CreditScore["parts"][number], t: Translate<"loans">): string {
  if (part === "identity") {
    return t(params["verified"] === "true" ? "part_identity_true" : "part_identity_false");
  }
  const amount = params["amount"];
  return t(`part_${part}_note`, {
    ...params,
    ...(amount !== undefined && { amount: displayMoney(amount) }),
  });
}

function signed(points: number): string {
  return points < 0 ? `−${-points}` : `+${points}`;
}

function History({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText("loans");
  const shell = useText("shell");
  return (
    <Sheet open={open} onClose={onClose} title={t("score_history")} closeLabel={shell("close")}>
      {open && <HistoryList />}
    </Sheet>
  );
}

function HistoryList() {
  const t = useText("loans");
  const history = useCall("/user/loan-scores", { limit: "100" }, { quiet: true });
  return (
    <Loaded query={history} waiting={<SkeletonRows count={4} />}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState picture={<Illustration name="score" />} sentence={t("score_none")} />
        ) : (
          <div className={formStyles["fields"]}>
            <p className={formStyles["note"]}>{t("score_history_note")}</p>
            <ul className={styles["parts"]}>
              {items.map(({ day, score }) => (
                <li key={day}>
                  <span>{fullDate(day)}</span>
                  <b>{score}</b>
                </li>
              ))}
            </ul>
          </div>
        )
      }
    </Loaded>
  );
}
