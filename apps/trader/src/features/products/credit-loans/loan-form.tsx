import type { LoanOverview, LoanPreview } from "@sanshi/contract";
import { loanPurposes, type LoanPurpose } from "@sanshi/contract/constants";
import { displayMoney } from "@sanshi/money";
import { Button, CheckField, Field, Sheet, SkeletonRows } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { askOnce } from "../../../shared/ask-once.ts";
import { fullDate } from "../../../shared/calendar-date.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { SelectField } from "../../../shared/select-field.tsx";
import { ruleText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { useForm } from "../../../shared/use-form.ts";
import { purposeKeys } from "./loan-words.ts";
import { refreshLoans } from "./refresh-loans.ts";

type FormProps = { own: LoanOverview["currencies"][number]; overview: LoanOverview };

const fieldByCode = {
  amount_not_positive: "amount",
  amount_not_whole: "amount",
  amount_below_minimum: "amount",
  amount_above_maximum: "amount",
  loan_limit_insufficient: "amount",
} as const;

/** What it costs stands above the button, worked out by the server for exactly this amount and term. */
export function LoanForm({ own, overview }: FormProps) {
  const t = useText("loans");
  const shell = useText("shell");
  const form = useLoanForm(own, overview);
  const { values, change, refused } = form;
  const { currency } = own;
  const money = (amount: string) => `${displayMoney(amount)} ${currency}`;
  if (form.isUnknown) return <UnknownOutcome isSending={form.busy} onAgain={form.again} />;
  return (
    <form className={formStyles["fields"]} noValidate onSubmit={form.submit}>
      <h2 className={formStyles["heading"]}>{t("apply")}</h2>
      <Field
        label={t("amount")}
        inputMode="numeric"
        autoComplete="off"
        suffix={currency}
        hint={t("amount_hint", { minimum: money(own.minimum), maximum: money(own.loanable) })}
        value={values.amount}
        onChange={(text) => change({ amount: cleanAmount(text) })}
        refusal={refused.amount}
      />
      <SelectField
        label={t("term")}
        value={values.termDays}
        onChange={(termDays) => change({ termDays })}
      >
        {overview.terms.map((days) => (
          <option key={days} value={days}>
            {t("days", { days })}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("purpose")}
        value={values.purpose}
        onChange={(chosen) => {
          const purpose = loanPurposes.find((one) => one === chosen);
          if (purpose !== undefined) change({ purpose });
        }}
      >
        {loanPurposes.map((purpose) => (
          <option key={purpose} value={purpose}>
            {t(purposeKeys[purpose])}
          </option>
        ))}
      </SelectField>
      <CheckField checked={values.autoRepay} onChange={(autoRepay) => change({ autoRepay })}>
        {t("auto_repay")}
      </CheckField>
      {values.amount !== "" && (
        <Preview currency={currency} amount={values.amount} termDays={values.termDays} />
      )}
      <p className={formStyles["note"]}>{t("review_note")}</p>
      <div role="alert" className={formStyles["refusal"]}>
        {refused.form}
      </div>
      <Button type="submit" wide>
        {t("review")}
      </Button>
      <Sheet
        open={form.isReviewing}
        onClose={form.endReview}
        title={t("review")}
        closeLabel={shell("close")}
      >
        <div className={formStyles["fields"]}>
          <Preview currency={currency} amount={values.amount} termDays={values.termDays} />
          <p className={formStyles["notice"]}>{t("risk")}</p>
          <Button wide busy={form.busy} onClick={form.send}>
            {t("submit_amount", { amount: money(values.amount) })}
          </Button>
        </div>
      </Sheet>
    </form>
  );
}

function Preview(asked: { currency: LoanPreview["currency"]; amount: string; termDays: string }) {
  const { currency, amount, termDays: term_days } = asked;
  const preview = useCall(
    "/user/preview-loan",
    { currency, amount, term_days },
    { quiet: true, keep: true },
  );
  return (
    <Loaded query={preview} waiting={<SkeletonRows count={5} />}>
      {(shown) => <PreviewCard preview={shown} />}
    </Loaded>
  );
}

function PreviewCard({ preview }: { preview: LoanPreview }) {
  const t = useText("loans");
  const money = (amount: string) => `${displayMoney(amount)} ${preview.currency}`;
  const rule = ruleText(preview.rule, preview.since);
  const facts = [
    [t("due_amount"), money(preview.due_amount)],
    [t("due_on"), fullDate(preview.due_on)],
    [t("total_cost"), money(preview.interest)],
    [
      t("yearly_rate"),
      t("yearly_rate_value", { rate: preview.yearly_rate, daily: preview.daily_rate }),
    ],
    [t("per_day"), `${preview.interest_per_day} ${preview.currency}`],
    [t("law"), t("law_value", { rate: preview.law_rate_max, rule })],
    [
      t("cooling_off"),
      preview.cooling_off_until === null
        ? t("free_again", { from: showDateTime(preview.free_return_from) })
        : showDateTime(preview.cooling_off_until),
    ],
  ] as const;
  return (
    <section className={formStyles["card"]} aria-label={t("preview")}>
      <dl className={formStyles["facts"]}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!preview.confirmed && <p className={formStyles["note"]}>{t("law_unconfirmed")}</p>}
      <p className={formStyles["notice"]}>
        {t("if_late", {
          rate: preview.overdue_rate,
          amount: money(preview.ten_days_late),
          currency: preview.currency,
        })}
      </p>
      <p className={formStyles["note"]}>{t("withdraw_note")}</p>
    </section>
  );
}

function useLoanForm(own: FormProps["own"], overview: LoanOverview) {
  const t = useText("loans");
  const [values, setValues] = useState({
    amount: "",
    termDays: String(overview.terms[0] ?? 30),
    purpose: "investing" as LoanPurpose,
    autoRepay: true,
  });
  const { busy, refused, setRefused, submit: sendForm } = useForm<"amount">();
  const [isUnknown, setUnknown] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = () =>
    sendForm({
      wrong: null,
      send: async () => {
        const asked = await askOnce("/user/apply-loan", {
          currency: own.currency,
          amount: values.amount,
          term_days: values.termDays,
          purpose: values.purpose,
          auto_repay: values.autoRepay ? "true" : "false",
        });
        setUnknown(asked.isUnknown);
        // A refusal stands beside its field.
        setReviewing(false);
        return asked;
      },
      fieldByCode,
      done: () => {
        toast(t("applied"));
        setValues({ ...values, amount: "" });
        return refreshLoans();
      },
      element: null,
    });
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (values.amount === "") setRefused({ amount: t("amount_missing") });
    else setReviewing(true);
  };
  return {
    ...{ values, change, refused, busy, isUnknown, isReviewing, submit },
    send: () => void send(),
    endReview: () => setReviewing(false),
    again: () => void send(),
  };
}
