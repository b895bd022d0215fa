import { exchangeQuoteSeconds } from "@sanshi/contract/constants";
import { displayMoney, isCurrency, type Currency } from "@sanshi/money";
import { Button, Field, PullToRefresh, Skeleton } from "@sanshi/ui";
import { useState, type FormEvent, type ReactNode } from "react";
import { useSearchParams } from "react-router";
import { toastRefusal } from "../../../shared/api.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import { homeCurrency } from "../../../shared/home-currency.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { pullTexts, useText } from "../../../shared/text.ts";
import { showTimeWithSeconds } from "../../../shared/times.ts";
import { toast } from "../../../shared/toast.ts";
import { UnsettledCash } from "../../../shared/unsettled-cash.tsx";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { useForm } from "../../../shared/use-form.ts";
import { ExchangeSheet } from "./exchange-sheet.tsx";
import { Sides, type Pair } from "./exchange-sides.tsx";
import {
  askQuote,
  exchangeAtQuote,
  unansweredQuote,
  useRates,
  useWallets,
  type Quote,
  type RateRow,
  type RateTable,
} from "./exchange-queries.ts";
import { plainAmount, priceOf, rateText, spreadFigure, worthOf } from "./exchange-text.ts";
import { RateHistory } from "./rate-history.tsx";
import { RecentExchanges } from "./recent-exchanges.tsx";
import styles from "./exchange.module.css";

/** /mine/exchange: from one currency of the wallet into another. */
export default function ExchangeScreen() {
  const t = useText("exchange");
  const [pair, setPair] = usePair();
  const rates = useRates(pair.from);
  return (
    <Screen title={t("title")}>
      <PullToRefresh
        onRefresh={() => refresh("/user/exchange-rates", "/user/assets", "/user/exchangelist")}
        texts={pullTexts()}
      >
        <Loaded query={rates} waiting={<Waiting />}>
          {(table) => (
            <>
              <Unanswered>
                <ExchangeForm
                  key={`${pair.from}${pair.to}`}
                  pair={pair}
                  table={table}
                  onPair={setPair}
                />
              </Unanswered>
              <RateHistory from={pair.from} to={pair.to} />
              <RateList table={table} onChoose={(to) => setPair({ ...pair, to })} />
            </>
          )}
        </Loaded>
        <RecentExchanges />
      </PullToRefresh>
    </Screen>
  );
}

/** Nothing else is exchanged before it is known what became of the last one, whose answer got lost. */
function Unanswered({ children }: { children: ReactNode }) {
  const t = useText("exchange");
  const [quoteId, setQuoteId] = useState(unansweredQuote);
  const [busy, setBusy] = useState(false);
  if (quoteId === null) return children;
  const again = async () => {
    setBusy(true);
    const asked = await exchangeAtQuote(quoteId);
    setBusy(false);
    if (asked.isUnknown) return;
    if (asked.ok) toast(t("done_title"));
    else toastRefusal(asked.refusal);
    setQuoteId(null);
  };
  return <UnknownOutcome isSending={busy} onAgain={() => void again()} />;
}

/** The pair stands in the address, so that the way back and a link keep it. */
function usePair(): [Pair, (pair: Pair) => void] {
  const [query, setQuery] = useSearchParams();
  const from = readCurrency(query.get("from"), "JPY");
  const to = readCurrency(query.get("to"), from === "USD" ? "JPY" : "USD");
  const pair = { from, to: to === from ? otherThan(from) : to };
  return [pair, (next) => setQuery({ ...next }, { replace: true })];
}

function readCurrency(text: string | null, usual: Currency): Currency {
  return text !== null && isCurrency(text) ? text : usual;
}

const otherThan = (currency: Currency): Currency => (currency === "USD" ? "JPY" : "USD");

type FormProps = { pair: Pair; table: RateTable; onPair: (pair: Pair) => void };

const fieldByCode = {
  amount_not_positive: "amount",
  amount_too_precise: "amount",
  exchange_amount_too_small: "amount",
  insufficient_balance: "amount",
  insufficient_own_money: "amount",
  cash_not_settled: "amount",
  margin_needed: "amount",
} as const;

/** The amount that was typed last; the other one follows from it and the newest rate. */
type Typed = { side: "pay" | "receive"; text: string };

function ExchangeForm({ pair, table, onPair }: FormProps) {
  const t = useText("exchange");
  const wallets = useWallets();
  const [typed, setTyped] = useState<Typed>({ side: "pay", text: "" });
  const { busy, refused, setRefused, submit: sendForm } = useForm<"amount">();
  const [quote, setQuote] = useState<Quote | null>(null);
  const row = table.items.find(({ to }) => to === pair.to);
  const wallet = wallets.data?.currencies.find(({ currency }) => currency === pair.from);
  const { pay, receive } = amountsOf(typed, row);
  const change = (side: Typed["side"]) => (text: string) => {
    setTyped({ side, text: cleanAmount(text) });
    setRefused({});
  };
  const quoteIt = async () => {
    const asked = await sendForm({
      send: () => askQuote(pair.from, pair.to, pay === "" ? "0" : pay),
      fieldByCode,
      done: setQuote,
    });
    return asked?.ok === true;
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void quoteIt();
  };
  const field = {
    inputMode: "decimal",
    autoComplete: "off",
    enterKeyHint: "next",
    placeholder: "0",
  } as const;
  return (
    <form className={styles["card"]} noValidate onSubmit={submit}>
      <div className={styles["hero"]}>
        <p className={styles["rate"]}>
          {row === undefined ? t("no_rate") : rateText(row, homeCurrency())}
        </p>
        <p className={styles["note"]}>{t("as_of", { time: showTimeWithSeconds(table.at) })}</p>
      </div>
      <Sides
        pair={pair}
        onPair={onPair}
        pay={
          <Field
            {...field}
            label={t("amount")}
            value={pay}
            onChange={change("pay")}
            refusal={refused.amount}
            hint={
              wallet === undefined
                ? undefined
                : `${t("available")} ${displayMoney(wallet.available)} ${pair.from}`
            }
          />
        }
        receive={
          <Field
            {...field}
            label={t("amount_receive")}
            value={receive}
            onChange={change("receive")}
            disabled={row === undefined}
          />
        }
      />
      <Parts available={wallet?.withdrawable} currency={pair.from} onTake={change("pay")} />
      {wallet !== undefined && <UnsettledCash cash={wallet} currency={pair.from} />}
      {row !== undefined && <RateFacts row={row} />}
      <div role="alert" className={styles["refusal"]}>
        {refused.form}
      </div>
      <Button type="submit" wide busy={busy} disabled={row === undefined}>
        {t("quote")}
      </Button>
      <p className={styles["note"]}>{t("quote_note", { count: exchangeQuoteSeconds })}</p>
      <ExchangeSheet
        quote={quote}
        renewing={busy}
        onRenew={quoteIt}
        onClose={(done) => {
          setQuote(null);
          if (done) setTyped({ side: "pay", text: "" });
        }}
      />
    </form>
  );
}

function amountsOf({ side, text }: Typed, row: RateRow | undefined) {
  if (row === undefined) return { pay: side === "pay" ? text : "", receive: "" };
  return side === "pay"
    ? { pay: text, receive: worthOf(text, row) ?? "" }
    : { pay: priceOf(text, row) ?? "", receive: text };
}

type PartsProps = {
  available: string | undefined;
  currency: Currency;
  onTake: (amount: string) => void;
};

function Parts({ available, currency, onTake }: PartsProps) {
  const t = useText("exchange");
  return (
    <div className={styles["parts"]} role="group" aria-label={t("parts")}>
      {[25, 50, 100].map((part) => (
        <button
          key={part}
          type="button"
          disabled={available === undefined}
          onClick={() => onTake(partOf(available ?? "0", part, currency))}
        >
          {part === 100 ? t("all") : `${part}%`}
        </button>
      ))}
    </div>
  );
}

function RateFacts({ row }: { row: RateRow }) {
  const t = useText("exchange");
  return (
    <dl className={styles["facts"]}>
      <div>
        <dt>{t("mid")}</dt>
        <dd>{rateText({ ...row, rate: row.mid }, homeCurrency())}</dd>
      </div>
      <div>
        <dt>{t("spread")}</dt>
        <dd>
          {spreadFigure(row, homeCurrency())} <small>({row.spread_percent}%)</small>
        </dd>
      </div>
      <div>
        <dt>{t("fee")}</dt>
        <dd>{t("no_fee")}</dd>
      </div>
    </dl>
  );
}

/** Rounded down to what the currency is counted in, so that it is never more than there is. */
function partOf(available: string, percent: number, currency: Currency): string {
  const plain = plainAmount(available, currency);
  if (percent === 100) return plain;
  const [whole = "0", fraction = ""] = plain.split(".");
  const part = ((BigInt(whole + fraction) * BigInt(percent)) / 100n).toString();
  const digits = fraction.length;
  if (digits === 0) return part;
  const padded = part.padStart(digits + 1, "0");
  return `${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

type RateListProps = { table: RateTable; onChoose: (to: Currency) => void };

function RateList({ table, onChoose }: RateListProps) {
  const t = useText("exchange");
  return (
    <section className={styles["section"]} aria-labelledby="rate-list">
      <h2 id="rate-list">{t("rates")}</h2>
      <ul className={styles["rates"]}>
        {table.items.map((row) => (
          <li key={row.to}>
            <button type="button" onClick={() => onChoose(row.to)}>
              <span className={styles["code"]}>
                {row.to}
                <small>{t(`name_${row.to}`)}</small>
              </span>
              <span className={styles["figure"]}>
                {rateText(row, homeCurrency())}
                <small>
                  {t("spread")} {row.spread_percent}%
                </small>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p className={styles["note"]}>{t("same_for_all")}</p>
    </section>
  );
}

function Waiting() {
  return (
    <div className={styles["card"]}>
      <div className={styles["hero"]}>
        <Skeleton width="12rem" height="1.6rem" />
        <Skeleton width="8rem" height="0.8rem" />
      </div>
      <Skeleton height="3.4rem" />
      <Skeleton height="4.6rem" />
      <Skeleton height="2.75rem" />
      <Skeleton height="7rem" />
      <Skeleton height="3rem" />
    </div>
  );
}
