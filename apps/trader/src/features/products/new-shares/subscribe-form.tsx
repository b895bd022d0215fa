import type { Offering } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { Button, Field, LinkButton } from "@sanshi/ui";
import { useState } from "react";
import { link, routes } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { RefusedError, type Refusal } from "../../../shared/api.ts";
import formStyles from "../../../shared/form.module.css";
import { Facts } from "../../../shared/offers/facts.tsx";
import { useCall } from "../../../shared/queries.ts";
import { RuleWhy } from "../../../shared/rule-why.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { UnknownOutcome } from "../../../shared/unknown-outcome.tsx";
import { showShares } from "./figures.ts";
import { refreshSubscriptions } from "./subscription-card.tsx";

/** How many shares, what they would cost at most, and the odds with them, before the button. */
export function SubscribeForm({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const [quantity, setQuantity] = useState(offering.minimum);
  const [busy, setBusy] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { id, lot, minimum, cap, type } = offering;
  const preview = useCall(
    "/trade/preview-subscription",
    { id, quantity: quantity === "" ? "0" : quantity },
    { quiet: true, staleTime: 0, keep: true },
  );
  const refusal = preview.error instanceof RefusedError ? preview.error.refusal : null;
  const known = preview.error === null ? preview.data : undefined;
  const send = async () => {
    setBusy(true);
    setRefused(null);
    const asked = await askOnce("/trade/subscribe", { id, quantity });
    setBusy(false);
    setUnknown(asked.isUnknown);
    if (asked.ok) toast(t("subscribed"));
    else if (!asked.isUnknown) setRefused(asked.refusal);
    await refreshSubscriptions();
  };
  if (isUnknown) return <UnknownOutcome isSending={busy} onAgain={() => void send()} />;
  const money = (amount: string | undefined) =>
    amount === undefined ? "–" : `${displayMoney(amount)} ${type.toUpperCase()}`;
  const shown = { lot: showShares(lot), minimum: showShares(minimum), cap: showShares(cap) };
  return (
    <section className={formStyles["card"]} aria-label={t("subscription")}>
      <Field
        label={t("quantity")}
        inputMode="numeric"
        autoComplete="off"
        hint={t("quantity_hint", shown)}
        value={quantity}
        onChange={(text) => setQuantity(text.normalize("NFKC").replaceAll(/\D/g, "").slice(0, 15))}
        refusal={refusal === null ? undefined : refusalText(refusal)}
      />
      <RuleWhy refusal={refusal} />
      <Facts
        facts={[
          [t("cost"), money(known?.cost)],
          [t("available"), money(known?.available)],
          [t("odds_with"), known === undefined ? "–" : `${known.winning_rate}%`],
        ]}
      />
      <p className={formStyles["note"]}>{t(`habit_${type}`)}</p>
      <p className={formStyles["note"]}>
        {t(offering.asks_money ? "money_asked" : "money_later")}{" "}
        {t(offering.cancellable ? "cancellable" : "not_cancellable")}
      </p>
      {offering.missed_payments !== null && (
        <p className={formStyles["note"]}>{t("missed_note", textsOf(offering.missed_payments))}</p>
      )}
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
          {t("subscribe", { count: showShares(quantity) })}
        </Button>
      )}
    </section>
  );
}

function textsOf({ most, months, days }: { most: number; months: number; days: number }) {
  return { most: String(most), months: String(months), days: String(days) };
}
