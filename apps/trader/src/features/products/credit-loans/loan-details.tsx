import type { CreditLoan } from "@sanshi/contract";
import { displayMoney, formatMinor, parseMinor, subtractMinor, zeroMinor } from "@sanshi/money";
import { Button, CheckField, Field } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { ask, toastRefusal } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { fullDate } from "../../../shared/calendar-date.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import formStyles from "../../../shared/form.module.css";
import { useCall } from "../../../shared/queries.ts";
import { useReason } from "../../../shared/reason-text.ts";
import { refusalText, ruleText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { refreshLoans } from "./refresh-loans.ts";
import { purposeKeys, statusOf } from "./loan-words.ts";
import { FramedReason } from "../../../shared/operator-words.tsx";

export function LoanDetails({ loan }: { loan: CreditLoan }) {
  const t = useText("loans");
  const reason = useReason(loan.rejection);
  const money = (amount: string) => `${displayMoney(amount)} ${loan.currency}`;
  const isOwed = loan.can_repay;
  return (
    <div className={formStyles["fields"]}>
      <p className={formStyles["hero"]}>
        <small>{isOwed ? t("payoff") : t(statusOf(loan))}</small>
        {money(isOwed ? loan.payoff : loan.money)}
      </p>
      {loan.days_late > 0 && (
        <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
          {t("late", { count: loan.days_late })}
        </p>
      )}
      {loan.in_cooling_off && loan.cooling_off_until !== null && (
        <p className={formStyles["notice"]}>
          {t("in_cooling_off", { until: showDateTime(loan.cooling_off_until) })}
        </p>
      )}
      {loan.given_back && <p className={formStyles["note"]}>{t("given_back")}</p>}
      {reason !== "" && (
        <FramedReason reason={reason}>
          {(said) => (
            <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
              {t("reason", { reason: said })}
            </p>
          )}
        </FramedReason>
      )}
      <Schedule loan={loan} />
      <Facts loan={loan} />
      {isOwed && <AutoRepay loan={loan} />}
      {isOwed && <Repay key={loan.payoff} loan={loan} />}
      {loan.can_cancel && <Cancel loan={loan} />}
    </div>
  );
}

/** What is due when: until when it can be given back for nothing, the day of repayment, and what follows it. */
function Schedule({ loan }: { loan: CreditLoan }) {
  const t = useText("loans");
  const { currency, due_on: dueOn } = loan;
  if (!loan.can_repay || dueOn === null) return null;
  const money = (amount: string) => `${displayMoney(amount)} ${currency}`;
  const isLate = loan.days_late > 0;
  const all = parseMinor(loan.due_amount, currency) ?? zeroMinor;
  const principal = parseMinor(loan.principal_left, currency) ?? zeroMinor;
  const interest = formatMinor(subtractMinor(all, principal), currency);
  return (
    <section className={formStyles["fields"]}>
      <h3 className={formStyles["heading"]}>{t("schedule")}</h3>
      <ol className={formStyles["steps"]}>
        {loan.in_cooling_off && (
          <li>
            <span>{t("schedule_free")}</span>
            <time>{showDateTime(loan.cooling_off_until)}</time>
          </li>
        )}
        <li>
          <span>
            {isLate ? t("schedule_missed") : money(loan.due_amount)}
            {!isLate && (
              <>
                <br />
                <small>
                  {t("schedule_parts", {
                    principal: money(loan.principal_left),
                    interest: money(interest),
                  })}
                </small>
              </>
            )}
          </span>
          <time>{fullDate(dueOn)}</time>
        </li>
        <li>
          <span>{t("schedule_after", { rate: loan.overdue_rate })}</span>
        </li>
      </ol>
    </section>
  );
}

function Facts({ loan }: { loan: CreditLoan }) {
  const t = useText("loans");
  const money = (amount: string) => `${displayMoney(amount)} ${loan.currency}`;
  const time = (at: string | null) => (at === null ? null : showDateTime(at));
  const isOwed = loan.can_repay;
  const facts: readonly (readonly [string, string | null])[] = [
    [t("number"), loan.number],
    [t("money"), money(loan.money)],
    [t("principal_left"), isOwed ? money(loan.principal_left) : null],
    [t("interest_left"), isOwed ? money(loan.interest_left) : null],
    [t("interest_total"), loan.approved_at === null ? null : money(loan.interest_total)],
    [t("claimed"), Number(loan.claimed) > 0 ? money(loan.claimed) : null],
    [t("due_on"), isOwed || loan.due_on === null ? null : fullDate(loan.due_on)],
    [t("due_amount"), loan.can_cancel ? money(loan.due_amount) : null],
    [t("per_day"), `${loan.interest_per_day} ${loan.currency}`],
    [t("yearly_rate"), `${loan.yearly_rate}%`],
    [t("overdue_rate"), `${loan.overdue_rate}%`],
    [t("law"), ruleText(loan.rule, loan.since)],
    [t("term"), t("days", { days: loan.term_days })],
    [t("purpose"), t(purposeKeys[loan.purpose])],
    [t("requested_at"), time(loan.requested_at)],
    [t("approved_at"), time(loan.approved_at)],
    [t("ended_at"), time(loan.ended_at)],
  ];
  return (
    <dl className={formStyles["facts"]}>
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function AutoRepay({ loan }: { loan: CreditLoan }) {
  const t = useText("loans");
  const change = async (on: boolean) => {
    const form = { id: loan.id, on: on ? "true" : "false" } as const;
    const asked = await ask("/user/auto-repay-loan", form);
    if (!asked.ok) toastRefusal(asked.refusal);
    await refreshLoans();
  };
  return (
    <CheckField checked={loan.auto_repay} onChange={(on) => void change(on)}>
      {t("auto_repay")}
    </CheckField>
  );
}

/** All that is owed today; another amount only where the instance takes parts. */
function Repay({ loan }: { loan: CreditLoan }) {
  const t = useText("loans");
  const overview = useCall("/user/loan", {}, { quiet: true });
  const assets = useCall("/user/assets", {}, { quiet: true });
  const [amount, setAmount] = useState(loan.payoff);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const money = (text: string) => `${displayMoney(text)} ${loan.currency}`;
  const own = assets.data?.currencies.find(({ currency }) => currency === loan.currency);
  const allowsPart = overview.data?.partial_repayment === true;
  const repay = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await askOnce("/user/repay-loan", { id: loan.id, amount });
    setBusy(false);
    if (asked.ok) toast(t("repaid"));
    else setRefused(refusalText(asked.refusal));
    await refreshLoans();
  };
  const available = own === undefined ? undefined : money(own.available);
  const hint = available === undefined ? undefined : t("repay_hint", { available });
  return (
    <>
      {allowsPart ? (
        <>
          <Field
            label={t("repay_amount")}
            inputMode="decimal"
            autoComplete="off"
            suffix={loan.currency}
            hint={hint}
            value={amount}
            onChange={(text) => setAmount(cleanAmount(text))}
          />
          <p className={formStyles["note"]}>{t("repay_part_note")}</p>
        </>
      ) : (
        <p className={formStyles["note"]}>{hint}</p>
      )}
      <div role="alert" className={formStyles["refusal"]}>
        {refused}
      </div>
      <Button wide busy={busy} onClick={() => void repay()}>
        {t("repay", { amount: money(amount === "" ? "0" : amount) })}
      </Button>
    </>
  );
}

function Cancel({ loan }: { loan: CreditLoan }) {
  const t = useText("loans");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const cancel = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await askOnce("/user/cancel-loan", { id: loan.id });
    setBusy(false);
    if (asked.ok) toast(t("cancelled"));
    else setRefused(refusalText(asked.refusal));
    await refreshLoans();
  };
  return (
    <>
      <div role="alert" className={formStyles["refusal"]}>
        {refused}
      </div>
      <Button look="quiet" wide busy={busy} onClick={() => void cancel()}>
        {t("cancel")}
      </Button>
    </>
  );
}
