import type { CreditLoan } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { EmptyState, LinkButton, Sheet, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { link, routes } from "../../../app/paths.ts";
import { fullDate } from "../../../shared/calendar-date.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import { LoanDetails } from "./loan-details.tsx";
import { statusOf } from "./loan-words.ts";

const tones = ["wait", "wait", "bad", "good", "none", "none"] as const;

/** /mine/loanOrder: every loan with what is owed on it today, and its repayment. */
export default function LoanOrderScreen() {
  const t = useText("loans");
  const shell = useText("shell");
  const [query] = useSearchParams();
  const [shown, setShown] = useState<string | null>(query.get("id"));
  const loans = useCall("/user/loanlist", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("orders")}>
      <div className={formStyles["form"]}>
        <Loaded query={loans} waiting={<SkeletonRows count={4} />}>
          {(all) => (
            <>
              {all.length === 0 ? (
                <>
                  <EmptyState picture={<Illustration name="loans" />} sentence={t("no_loans")} />
                  <LinkButton wide href={link(routes.loan)}>
                    {t("first_loan")}
                  </LinkButton>
                </>
              ) : (
                <LoanRows loans={all} onOpen={setShown} />
              )}
              <LinkButton look="quiet" wide href={link(routes.lending)}>
                {t("lending_records")}
              </LinkButton>
              <Sheet
                open={all.some(({ id }) => id === shown)}
                onClose={() => setShown(null)}
                title={t("details")}
                closeLabel={shell("close")}
              >
                {all
                  .filter(({ id }) => id === shown)
                  .map((loan) => (
                    <LoanDetails key={loan.id} loan={loan} />
                  ))}
              </Sheet>
            </>
          )}
        </Loaded>
      </div>
    </Screen>
  );
}

function LoanRows(props: { loans: readonly CreditLoan[]; onOpen: (id: string) => void }) {
  const t = useText("loans");
  return (
    <ul className={formStyles["list"]}>
      {props.loans.map((loan) => {
        const isLate = loan.days_late > 0;
        return (
          <li key={loan.id}>
            <button
              type="button"
              className={formStyles["row"]}
              onClick={() => props.onOpen(loan.id)}
            >
              <span>
                {displayMoney(loan.money)} {loan.currency}
                <small>
                  {loan.due_on === null ? "" : `${t("due_on")} ${fullDate(loan.due_on)} · `}
                  {loan.number}
                </small>
              </span>
              <span className={formStyles["badge"]} data-tone={isLate ? "bad" : tones[loan.status]}>
                {isLate ? t("late", { count: loan.days_late }) : t(statusOf(loan))}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
