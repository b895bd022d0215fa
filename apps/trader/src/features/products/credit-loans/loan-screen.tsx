import type { LoanOverview } from "@sanshi/contract";
import type { LoanCurrency } from "@sanshi/contract/constants";
import { displayMoney } from "@sanshi/money";
import { Amount, LinkButton, SegmentedControl, SkeletonRows } from "@sanshi/ui";
import { language } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, routes } from "../../../app/paths.ts";
import { fullDate } from "../../../shared/calendar-date.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { Obstacles } from "../../../shared/obstacles.tsx";
import { useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { useText } from "../../../shared/text.ts";
import { LoanForm } from "./loan-form.tsx";
import { ScoreCard } from "./score-card.tsx";
import { FramedReason } from "../../../shared/operator-words.tsx";

type Limit = LoanOverview["currencies"][number];

/** /mine/loan: what the customer may borrow and why, and the application. */
export default function LoanScreen() {
  const t = useText("loans");
  const overview = useCall("/user/loan", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <Loaded query={overview} waiting={<SkeletonRows count={8} />}>
          {(known) => <Overview overview={known} />}
        </Loaded>
      </div>
    </Screen>
  );
}

function Overview({ overview }: { overview: LoanOverview }) {
  const t = useText("loans");
  const [currency, setCurrency] = useState<LoanCurrency>("JPY");
  const own = overview.currencies.find((one) => one.currency === currency);
  if (own === undefined) return null;
  const isBarred = overview.obstacles.length > 0;
  const hasRoom = Number(own.loanable) >= Number(own.minimum);
  return (
    <>
      <SegmentedControl
        label={t("currency")}
        value={currency}
        onChange={setCurrency}
        choices={overview.currencies.map((one) => ({ value: one.currency, label: one.currency }))}
      />
      <LimitCard own={own} score={overview.score?.score ?? null} />
      <LoansOut currency={currency} />
      {isBarred && <ObstaclesToBorrow overview={overview} />}
      {!isBarred && !hasRoom && <p className={formStyles["notice"]}>{t("no_limit")}</p>}
      {!isBarred && hasRoom && <LoanForm key={currency} own={own} overview={overview} />}
      <LinkButton look="quiet" wide href={link(routes.loanOrder)}>
        {t("orders")}
      </LinkButton>
      <LinkButton look="quiet" wide href={link(routes.lending)}>
        {t("stock_lending")}
      </LinkButton>
      <ScoreCard score={overview.score} />
    </>
  );
}

/** What is borrowed in the currency: when how much is due, and the way to repay it. */
function LoansOut({ currency }: { currency: string }) {
  const t = useText("loans");
  const loans = useCall("/user/loanlist", {}, { quiet: true });
  const out = loans.data?.filter((one) => one.status === 1 && one.currency === currency) ?? [];
  return out.map((loan) => {
    const payoff = `${displayMoney(loan.payoff)} ${loan.currency}`;
    return (
      <section key={loan.id} className={formStyles["card"]} aria-label={t("details")}>
        <dl className={formStyles["facts"]}>
          {loan.due_on !== null && (
            <div>
              <dt>{t("due_on")}</dt>
              <dd>{fullDate(loan.due_on)}</dd>
            </div>
          )}
          <div>
            <dt>{t("due_amount")}</dt>
            <dd>
              {displayMoney(loan.due_amount)} {loan.currency}
            </dd>
          </div>
          <div>
            <dt>{t("payoff")}</dt>
            <dd>{payoff}</dd>
          </div>
        </dl>
        <LinkButton wide href={link(`${routes.loanOrder}?id=${loan.id}`)}>
          {t("repay", { amount: payoff })}
        </LinkButton>
      </section>
    );
  });
}

function LimitCard({ own, score }: { own: Limit; score: number | null }) {
  const t = useText("loans");
  const { currency, lowered } = own;
  const money = (amount: string) => `${displayMoney(amount)} ${currency}`;
  return (
    <section className={formStyles["card"]}>
      <p className={formStyles["hero"]}>
        <small>{t("loanable", { currency })}</small>
        <Amount value={own.loanable} currency={currency} />
      </p>
      <dl className={formStyles["facts"]}>
        <div>
          <dt>{t("limit")}</dt>
          <dd>{money(own.limit)}</dd>
        </div>
        <div>
          <dt>{t("loaned")}</dt>
          <dd>{money(own.loaned)}</dd>
        </div>
        {Number(own.under_review) > 0 && (
          <div>
            <dt>{t("under_review")}</dt>
            <dd>{money(own.under_review)}</dd>
          </div>
        )}
      </dl>
      {score !== null && (
        <p className={formStyles["note"]}>
          {t("limit_basis", {
            assets: money(own.average_assets),
            present: money(own.present_assets),
            percent: own.share_percent,
            score,
          })}
        </p>
      )}
      {lowered !== null && (
        <FramedReason reason={lowered.why[language()]}>
          {(why) => (
            <p className={formStyles["notice"]}>
              {t("lowered", {
                since: showDateTime(lowered.since),
                limit: money(lowered.limit),
                why,
              })}
            </p>
          )}
        </FramedReason>
      )}
    </section>
  );
}

function ObstaclesToBorrow({ overview }: { overview: LoanOverview }) {
  const t = useText("loans");
  return (
    <Obstacles
      title={t("before")}
      obstacles={overview.obstacles}
      remedies={{
        not_verified: { to: routes.verified, name: t("remedy_not_verified") },
        unpaid_debt: { to: routes.stored, name: t("remedy_unpaid_debt") },
        unpaid_loan_exists: { to: routes.loanOrder, name: t("remedy_unpaid_loan_exists") },
      }}
    />
  );
}
