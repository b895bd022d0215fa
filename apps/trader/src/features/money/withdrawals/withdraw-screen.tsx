import type { BankCard, WithdrawalTerms } from "@sanshi/contract";
import { displayMoney, type Currency } from "@sanshi/money";
import { Button, Field, LinkButton, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { PinField } from "../../../shared/pin-field.tsx";
import { ProofSheet, useProvenSubmit } from "../../../shared/proof-sheet.tsx";
import { useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { SelectField } from "../../../shared/select-field.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { toast } from "../../../shared/toast.ts";
import { UnsettledCash } from "../../../shared/unsettled-cash.tsx";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { refusedOnly } from "../../../shared/refused-fields.ts";
import { useForm } from "../../../shared/use-form.ts";
import { refreshMoney } from "./refresh-money.ts";
import { WithdrawalList } from "./withdrawal-list.tsx";
import { WithdrawalStatistics } from "./withdrawal-statistics.tsx";
import { WithdrawalToDo } from "./withdrawal-to-do.tsx";

/** /mine/withdraw: pays money out to the customer's own bank account. */
export default function WithdrawScreen() {
  const t = useText("withdrawals");
  const terms = useCall("/user/withdrawal-terms", {}, { quiet: true, staleTime: 0 });
  const cards = useCall("/user/bank-cards", {}, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("title")}>
      <div className={formStyles["form"]}>
        <Loaded query={terms} waiting={<SkeletonRows count={6} />}>
          {(known) => (
            <Loaded query={cards} waiting={<SkeletonRows count={6} />}>
              {({ items }) =>
                known.obstacles.length > 0 || items.length === 0 ? (
                  <WithdrawalToDo terms={known} cards={items.length} />
                ) : (
                  <WithdrawForm terms={known} cards={items} />
                )
              }
            </Loaded>
          )}
        </Loaded>
        <WithdrawalList />
        <WithdrawalStatistics />
      </div>
    </Screen>
  );
}

type FieldName = "amount" | "fund_password" | "card_id";

const fieldByCode = {
  amount_not_positive: "amount",
  amount_too_precise: "amount",
  amount_below_minimum: "amount",
  amount_above_maximum: "amount",
  insufficient_balance: "amount",
  cash_not_settled: "amount",
  wrong_fund_password: "fund_password",
  card_not_found: "card_id",
  card_cooling_off: "card_id",
  card_holder_differs: "card_id",
} as const;

type FormProps = { terms: WithdrawalTerms; cards: readonly BankCard[] };

function WithdrawForm({ terms, cards }: FormProps) {
  const t = useText("withdrawals");
  const form = useWithdrawal(terms, cards);
  const { values, change, refused, limits } = form;
  if (form.isUnknown) return <UnknownOutcome isSending={form.busy} onAgain={form.again} />;
  return (
    <>
      <form className={formStyles["fields"]} noValidate onSubmit={form.submit}>
        <SelectField
          label={t("currency")}
          value={values.currency}
          onChange={(currency) => change({ currency: currency as Currency, amount: "" })}
        >
          {terms.currencies.map(({ currency, available }) => (
            <option key={currency} value={currency}>
              {currency} · {displayMoney(available)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t("card")}
          value={values.cardId}
          onChange={(cardId) => change({ cardId })}
          refusal={refused.card_id}
        >
          {cards.map((card) => (
            <option key={card.id} value={card.id}>
              {card.bank_name} {card.card_number}
            </option>
          ))}
        </SelectField>
        <Field
          label={t("amount")}
          inputMode="decimal"
          autoComplete="off"
          suffix={values.currency}
          hint={
            limits === undefined
              ? undefined
              : t("limits", {
                  minimum: displayMoney(limits.minimum),
                  maximum: displayMoney(limits.maximum),
                  currency: values.currency,
                })
          }
          value={values.amount}
          onChange={(text) => change({ amount: cleanAmount(text) })}
          refusal={refused.amount}
        />
        <Button
          look="quiet"
          small
          onClick={() => change({ amount: form.all })}
          disabled={limits === undefined}
        >
          {t("all", { amount: `${displayMoney(limits?.withdrawable ?? "0")} ${values.currency}` })}
        </Button>
        {limits !== undefined && <UnsettledCash cash={limits} currency={values.currency} />}
        <PinField
          label={t("fund_password")}
          value={values.pin}
          onChange={(pin) => change({ pin })}
          refusal={refused.fund_password}
        />
        <LinkButton look="plain" small href={link(paths.forgottenFundPassword)}>
          {t("fund_password_forgotten")}
        </LinkButton>
        <dl className={formStyles["facts"]}>
          <div>
            <dt>{t("fee")}</dt>
            <dd>{t("no_fee")}</dd>
          </div>
          <div>
            <dt>{t("expected")}</dt>
            <dd>{showDateTime(terms.expected_by)}</dd>
          </div>
          <div>
            <dt>{t("latest")}</dt>
            <dd>{showDateTime(terms.latest_by)}</dd>
          </div>
        </dl>
        <p className={formStyles["note"]}>{t("frozen_note")}</p>
        <div role="alert" className={formStyles["refusal"]}>
          {refused.form}
        </div>
        <Button type="submit" wide busy={form.busy}>
          {values.amount === ""
            ? t("submit")
            : t("submit_amount", { amount: `${displayMoney(values.amount)} ${values.currency}` })}
        </Button>
      </form>
      <ProofSheet {...form.proof} />
    </>
  );
}

function useWithdrawal(terms: WithdrawalTerms, cards: readonly BankCard[]) {
  const t = useText("withdrawals");
  const [values, setValues] = useState({
    currency: (terms.currencies[0]?.currency ?? "JPY") as Currency,
    cardId: cards[0]?.id ?? "",
    amount: "",
    pin: "",
  });
  const { busy, refused, setRefused, submit: sendForm } = useForm<FieldName>();
  const [isUnknown, setUnknown] = useState(false);
  const limits = terms.currencies.find(({ currency }) => currency === values.currency);
  const change = (part: Partial<typeof values>) => {
    setValues((before) => ({ ...before, ...part }));
    setRefused({});
  };
  const send = async (element: HTMLFormElement | null, askForProof: () => void) => {
    const { currency, cardId, amount, pin } = values;
    await sendForm({
      wrong: refusedOnly({
        amount: amount === "" ? t("amount_missing") : undefined,
        fund_password:
          pin.length === 6 ? undefined : refusalText({ code: "fund_password_not_six_digits" }),
      }),
      send: async () => {
        const asked = await askOnce(
          "/user/withdraw",
          { currency, amount, card_id: cardId, fund_password: pin },
          { secret: ["fund_password"] },
        );
        // Nothing else may be asked for until it is known what became of this.
        setUnknown(asked.isUnknown);
        return asked;
      },
      fieldByCode,
      instead: { proof_required: askForProof },
      done: () => {
        toast(t("requested"));
        setValues({ ...values, amount: "", pin: "" });
        return refreshMoney();
      },
      element,
    });
  };
  const { submit, proof } = useProvenSubmit(send);
  // The step was taken before, or the server asks for it once the form is back.
  const again = () => void send(null, () => undefined);
  const all = limits?.withdrawable ?? "";
  return { values, change, refused, busy, isUnknown, again, limits, all, submit, proof };
}
