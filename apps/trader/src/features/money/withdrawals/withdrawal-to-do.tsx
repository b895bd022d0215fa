import type { WithdrawalTerms } from "@sanshi/contract";
import type { WithdrawalObstacle } from "@sanshi/contract/constants";
import { Icon, LinkButton, type IconName } from "@sanshi/ui";
import { link, routes } from "../../../app/paths.ts";
import { useCall } from "../../../shared/queries.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import styles from "./withdrawal-to-do.module.css";
import { withdrawalSteps, type WithdrawalStep } from "./withdrawal-steps.ts";

/** Where each is done, and what the way there is called; none where time alone does it. */
const remedies = {
  not_verified: { to: routes.verified, name: "remedy_not_verified" },
  fund_password_not_set: { to: routes.fundPassword, name: "remedy_fund_password_not_set" },
  card_not_found: { to: routes.bank, name: "remedy_card_not_found" },
  positions_held: { to: routes.positions, name: "remedy_positions_held" },
  unpaid_debt: { to: routes.stored, name: "remedy_unpaid_debt" },
  unpaid_loan_exists: { to: routes.loanOrder, name: "remedy_unpaid_loan_exists" },
  account_frozen: { to: routes.service, name: "remedy_account_frozen" },
} as const satisfies Partial<Record<WithdrawalObstacle, unknown>>;

const marks: Readonly<Record<WithdrawalStep["state"], IconName>> = {
  done: "check",
  in_review: "day",
  waits: "day",
  failed: "alert",
  to_do: "minus",
};

/** Nobody is stopped without being told why and what to do: all of it at once, with what is done already. */
export function WithdrawalToDo({ terms, cards }: { terms: WithdrawalTerms; cards: number }) {
  const t = useText("withdrawals");
  const info = useCall("/user/getUserinfo", {}, { quiet: true, staleTime: 0 });
  const steps = withdrawalSteps(terms, { verification: info.data?.verification ?? null, cards });
  const left = steps.filter(({ state }) => state !== "done").length;
  return (
    <section className={styles["card"]} aria-labelledby="before-withdrawing">
      <h2 className={styles["heading"]} id="before-withdrawing">
        {t("before")}
      </h2>
      <p className={styles["left"]}>{t("steps_left", { count: left })}</p>
      <ol className={styles["steps"]}>
        {steps.map((step) => (
          <Step key={step.code} step={step} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step: { code, state, params } }: { step: WithdrawalStep }) {
  const t = useText("withdrawals");
  const remedy = code in remedies ? remedies[code as keyof typeof remedies] : undefined;
  const isOpen = state === "to_do" || state === "failed" || code === "account_frozen";
  return (
    <li className={styles["step"]} data-state={state}>
      <span className={styles["mark"]}>
        <Icon name={marks[state]} size={18} />
      </span>
      <div className={styles["main"]}>
        <p className={styles["name"]}>
          {t(`need_${code}`)}
          <span className={styles["state"]}>{t(`state_${state}`)}</span>
        </p>
        {state !== "done" && (
          <p className={styles["why"]}>
            {state === "in_review" && t("why_in_review")}
            {state !== "in_review" && code === "card_not_found" && t("no_card")}
            {state !== "in_review" &&
              code !== "card_not_found" &&
              refusalText(params === undefined ? { code } : { code, params })}
          </p>
        )}
        {isOpen && remedy !== undefined && (
          <LinkButton look="quiet" small href={link(remedy.to)}>
            {t(remedy.name)}
          </LinkButton>
        )}
      </div>
    </li>
  );
}
