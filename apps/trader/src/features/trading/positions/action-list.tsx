import { displayDecimal } from "@sanshi/money";
import { Amount } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";
import type { Position } from "./position.ts";
import styles from "./position-screen.module.css";

type Action = Position["actions"][number];

/** Splits and dividends that the position was held over; nothing where there were none. */
export function ActionList({ position }: { position: Position }) {
  const t = useText("positions");
  if (position.actions.length === 0) return null;
  return (
    <section className={styles["panel"]}>
      <h2 className={styles["heading"]}>{t("actions")}</h2>
      <p className={styles["note"]}>{t("actions_note")}</p>
      {position.actions.map((action) => (
        <ActionPart key={`${action.ex_date}-${action.kind}-${action.at}`} action={action} />
      ))}
    </section>
  );
}

function ActionPart({ action }: { action: Action }) {
  const t = useText("positions");
  const { numerator, denominator, per_share: perShare } = action;
  const shown = (quantity: string) => displayDecimal(quantity, 0, 0);
  const isSplit = action.kind === "split";
  return (
    <article className={styles["fill"]}>
      <p className={styles["fillHead"]}>
        <span>
          {isSplit
            ? t("action_split", { numerator: numerator ?? "", denominator: denominator ?? "" })
            : t("action_dividend", { price: displayDecimal(perShare, 0, 12) })}
        </span>
        <time dateTime={action.ex_date}>{action.ex_date.replaceAll("-", "/")}</time>
      </p>
      <ul className={styles["fees"]}>
        <li>
          <span>{t("action_shares")}</span>
          <span>
            {isSplit
              ? `${shown(action.quantity_before)} → ${shown(action.quantity_after)}`
              : shown(action.quantity_before)}
          </span>
        </li>
        {(!isSplit || /[1-9]/.test(action.amount)) && (
          <li>
            <span>{isSplit ? t("action_fraction") : t("action_paid")}</span>
            <Amount value={action.amount} />
          </li>
        )}
        {/[1-9]/.test(action.equivalent) && (
          <li>
            <span>{t("action_equivalent")}</span>
            <Amount value={action.equivalent} />
          </li>
        )}
      </ul>
    </article>
  );
}
