import type { CopyProduct, Following } from "@sanshi/contract";
import { Button, Field, LinkButton } from "@sanshi/ui";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, routes } from "../../../app/paths.ts";
import { RefusedError, type Refusal } from "../../../shared/api.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { cleanAmount } from "../../../shared/clean-amount.ts";
import formStyles from "../../../shared/form.module.css";
import { useCall } from "../../../shared/queries.ts";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import styles from "./copy-trading.module.css";
import { moneyText, refreshFollowings } from "./words.ts";

/** How much, and what that would mean: lock-up with its date, fees and the worst month in money, before the button. */
export function FollowForm({ product }: { product: CopyProduct }) {
  const t = useText("follow");
  const { id, type, minimum } = product;
  const [amount, setAmount] = useState(minimum);
  const [stop, setStop] = useState("");
  const [busy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const [receipt, setReceipt] = useState<Following | null>(null);
  const preview = useCall(
    "/trade/preview-follow",
    { id, amount: amount === "" ? "0" : amount },
    { quiet: true, staleTime: 0, keep: true },
  );
  const refusal = preview.error instanceof RefusedError ? preview.error.refusal : null;
  const known = preview.error === null ? preview.data : undefined;
  const send = async () => {
    setBusy(true);
    setRefused(null);
    const form = { id, amount };
    const asked = await askOnce(
      "/trade/follow",
      stop === "" ? form : { ...form, stop_percent: stop },
    );
    setBusy(false);
    setUnknown(asked.isUnknown);
    if (asked.ok) setReceipt(asked.data);
    else if (!asked.isUnknown) setRefused(asked.refusal);
    await refreshFollowings();
  };
  if (receipt !== null) return <Receipt following={receipt} />;
  if (isUnknown) return <UnknownOutcome isSending={busy} onAgain={() => void send()} />;
  const money = (value: string | null | undefined) =>
    value === null || value === undefined ? "–" : moneyText(value, type);
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t("buys_at"), known === undefined ? "–" : showDateTime(known.buys_at)],
    [
      t("locked_until"),
      known === undefined
        ? "–"
        : t("locked_days_until", {
            days: String(known.lock_up_days),
            at: showDateTime(known.locked_until),
          }),
    ],
    [t("fee_year"), money(known?.management_fee_a_year)],
    [
      t("fee_of_gain", { percent: String(known?.gain_percent ?? "–") }),
      money(known?.performance_fee_of_gain),
    ],
    [t("worst_month_money"), money(known?.worst_month_loss)],
    [t("worst_fall_money"), money(known?.worst_fall_loss)],
    [t("available"), money(known?.available)],
    [t("available_after"), money(known?.available_after)],
  ];
  return (
    <section className={formStyles["card"]} aria-label={t("follow_title")}>
      <h3 className={styles["name"]}>{t("follow_title")}</h3>
      <Field
        label={t("amount")}
        inputMode="decimal"
        autoComplete="off"
        hint={t("amount_hint", {
          minimum: moneyText(minimum, type),
          left: moneyText(product.capacity_left, type),
        })}
        value={amount}
        onChange={(text) => setAmount(cleanAmount(text))}
        refusal={refusal === null ? undefined : refusalText(refusal)}
      />
      <RuleWhy refusal={refusal} />
      <Field
        label={t("stop")}
        inputMode="numeric"
        autoComplete="off"
        hint={t("stop_hint")}
        value={stop}
        onChange={(text) =>
          setStop(text.normalize("NFKC").replaceAll(/\D/g, "").replace(/^0+/, "").slice(0, 2))
        }
      />
      <dl className={styles["facts"]}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={formStyles["note"]}>{t("forward_note")}</p>
      <div role="alert" className={formStyles["refusal"]}>
        {refused !== null && refusalText(refused)}
      </div>
      <RuleWhy refusal={refused} />
      {refusal?.code === "not_verified" ? (
        <LinkButton wide href={link(routes.verified)}>
          {t("verify_first")}
        </LinkButton>
      ) : (
        <Button wide busy={busy} disabled={known === undefined} onClick={() => void send()}>
          {t("follow", { amount: amount === "" ? "–" : moneyText(amount, type) })}
        </Button>
      )}
    </section>
  );
}

/** What was asked for, with its number: the price comes with the valuation that is named. */
function Receipt({ following }: { following: Following }) {
  const t = useText("follow");
  const { type, stop_percent: stop, buys_at: buysAt } = following;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [t("number"), following.number],
    [t("buy_amount"), moneyText(following.money, type)],
    [t("asked_at"), showDateTime(following.asked_at)],
    [t("buys_at"), showDateTime(buysAt)],
    [t("stop_at"), stop === null ? t("no_stop") : `−${stop}%`],
  ];
  return (
    <section className={formStyles["card"]} role="status" aria-label={t("receipt")}>
      <h3 className={styles["name"]}>{t("receipt")}</h3>
      <p className={styles["muted"]}>{t("followed")}</p>
      <dl className={styles["facts"]}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <LinkButton wide href={link(routes.followOrder)}>
        {t("to_own")}
      </LinkButton>
    </section>
  );
}
