import { exchangeQuoteSeconds } from "@sanshi/contract/constants";
import { displayMoney } from "@sanshi/money";
import { Button, Icon, LinkButton, Sheet } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { homeCurrency } from "../../../shared/home-currency.ts";
import { refusalText, useText } from "../../../shared/text.ts";
import { showDateTime } from "@sanshi/web/times";
import { useServerNow } from "../../../shared/times.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { exchangeAtQuote, type Exchanged, type Quote } from "./exchange-queries.ts";
import { exactRateText, rateText, spreadFigure } from "./exchange-text.ts";
import styles from "./exchange.module.css";

type SheetProps = {
  quote: Quote | null;
  renewing: boolean;
  /** Asks for a new rate for the same amount; false where it was refused. */
  onRenew: () => Promise<boolean>;
  onClose: (done: boolean) => void;
};

/** The held rate with its countdown, then what came of it. */
export function ExchangeSheet({ quote, renewing, onRenew, onClose }: SheetProps) {
  const t = useText("exchange");
  const shell = useText("shell");
  const [made, setMade] = useState<Exchanged | null>(null);
  // Keeps its content while it slides out.
  const [last, setLast] = useState(quote);
  if (quote !== null && quote !== last) {
    setLast(quote);
    setMade(null);
  }
  const renew = async () => {
    if (!(await onRenew())) onClose(false);
  };
  return (
    <Sheet
      open={quote !== null}
      onClose={() => onClose(made !== null)}
      title={made === null ? t("confirm_title") : t("done_title")}
      closeLabel={shell("close")}
    >
      {last !== null && made === null && (
        <Confirm
          key={last.quote_id}
          quote={last}
          renewing={renewing}
          onRenew={() => void renew()}
          onMade={setMade}
        />
      )}
      {made !== null && <Made made={made} onClose={() => onClose(true)} />}
    </Sheet>
  );
}

type ConfirmProps = {
  quote: Quote;
  renewing: boolean;
  onRenew: () => void;
  onMade: (made: Exchanged) => void;
};

function Confirm({ quote, renewing, onRenew, onMade }: ConfirmProps) {
  const t = useText("exchange");
  const left = useSecondsLeft(quote.expires_at);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const [isUnknown, setUnknown] = useState(false);
  const isOver = left <= 0;
  const exchange = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await exchangeAtQuote(quote.quote_id);
    setBusy(false);
    setUnknown(asked.isUnknown);
    if (asked.ok) onMade(asked.data);
    else setRefused(refusalText(asked.refusal));
  };
  // Not even a new rate is offered before it is known what became of this one.
  if (isUnknown) return <UnknownOutcome isSending={busy} onAgain={() => void exchange()} />;
  const pay = `${displayMoney(quote.amount)} ${quote.from}`;
  const receive = `${displayMoney(quote.receive)} ${quote.to}`;
  return (
    <div className={styles["confirm"]}>
      <p className={styles["receive"]}>
        <small>{t("you_receive")}</small>
        {receive}
      </p>
      <dl className={styles["facts"]}>
        <Fact name={t("you_pay")} value={pay} />
        <Fact name={t("rate")} value={rateText(quote, homeCurrency())} />
        <Fact name={t("rate_exact")} value={exactRateText(quote)} />
        <Fact name={t("mid")} value={rateText({ ...quote, rate: quote.mid }, homeCurrency())} />
        <Fact
          name={t("spread")}
          value={`${spreadFigure(quote, homeCurrency())} (${quote.spread_percent}%)`}
        />
        <Fact name={t("fee")} value={t("no_fee")} />
      </dl>
      <div className={styles["held"]}>
        <div
          className={styles["bar"]}
          style={{ inlineSize: `${Math.max(0, (left / exchangeQuoteSeconds) * 100)}%` }}
        />
      </div>
      <p className={styles["note"]} role="timer">
        {isOver ? t("expired") : t("held", { count: Math.ceil(left) })}
      </p>
      <div role="alert" className={styles["refusal"]}>
        {refused}
      </div>
      {isOver ? (
        <Button wide busy={renewing} onClick={onRenew}>
          {t("renew")}
        </Button>
      ) : (
        <Button wide busy={busy} onClick={() => void exchange()}>
          {t("do_exchange", { pay, receive })}
        </Button>
      )}
    </div>
  );
}

function Made({ made, onClose }: { made: Exchanged; onClose: () => void }) {
  const t = useText("exchange");
  return (
    <div className={styles["confirm"]}>
      <p className={styles["receive"]}>
        <Icon name="check" size={28} />
        <small>{t("received")}</small>
        {displayMoney(made.receive)} {made.to}
      </p>
      <dl className={styles["facts"]}>
        <Fact name={t("paid")} value={`${displayMoney(made.amount)} ${made.from}`} />
        <Fact name={t("rate")} value={rateText(made, homeCurrency())} />
        <Fact name={t("order_number")} value={made.order_number} />
        <Fact name={t("at")} value={showDateTime(made.at)} />
      </dl>
      <Button wide onClick={onClose}>
        {t("close")}
      </Button>
      <LinkButton look="quiet" wide href={link(paths.transactionRecords)}>
        {t("to_records")}
      </LinkButton>
    </div>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/**
 * Ticks four times a second: the bar moves quietly and the last second is not long. Never more than
 * the server holds a rate, however far the phone's clock is off.
 */
function useSecondsLeft(until: string): number {
  const end = Date.parse(until);
  const now = useServerNow(250);
  return Math.min(exchangeQuoteSeconds, (end - now) / 1000);
}
