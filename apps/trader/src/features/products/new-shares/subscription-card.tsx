import type { NewShareSubscription } from "@sanshi/contract";
import { displayMoney } from "@sanshi/money";
import { Button } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { askOnce } from "../../../shared/ask-once.ts";
import { ConfirmSheet } from "../../../shared/confirm-sheet.tsx";
import formStyles from "../../../shared/form.module.css";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { CardLine, StateBadge } from "../../../shared/offers/offer-head.tsx";
import { refresh } from "../../../shared/queries.ts";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showCountdown, useServerNow } from "../../../shared/times.ts";
import { toast } from "../../../shared/toast.ts";
import { showShares } from "./figures.ts";

type CardProps = {
  subscription: NewShareSubscription;
  /** Its name leads to the offering. */
  linked?: boolean;
};

const tones = ["wait", "good", "good", "none", "wait", "none", "bad", "none"] as const;

/** Everything of one subscription, with what can be done about it now. */
export function SubscriptionCard({ subscription, linked }: CardProps) {
  const t = useText("newShares");
  const list = useText("offerings");
  const { status, names, code } = subscription;
  const name = `${inLanguage(names)} ${code}`;
  return (
    <section className={formStyles["card"]} aria-label={name}>
      <CardLine
        href={linked === true ? link(paths.newShareInfo({ id: subscription.offering })) : null}
        badge={<StateBadge tone={tones[status] ?? "none"}>{list(`own_${status as 0}`)}</StateBadge>}
      >
        {linked === true ? name : t("subscription")}
      </CardLine>
      <Facts facts={useFacts(subscription)} />
      <Actions subscription={subscription} />
    </section>
  );
}

function useFacts(subscription: NewShareSubscription): readonly Fact[] {
  const t = useText("newShares");
  const currency = subscription.type.toUpperCase();
  const money = (amount: string) => `${displayMoney(amount)} ${currency}`;
  const {
    allotted_quantity: allotted,
    total_payable: payable,
    waiting_place: place,
  } = subscription;
  return [
    [t("number"), subscription.number],
    [t("asked"), t("shares", { count: showShares(subscription.quantity) })],
    [t("allotted"), allotted === null ? null : t("shares", { count: showShares(allotted) })],
    [t("payable"), payable === null ? null : money(payable)],
    [t("paid_in"), subscription.rjmoney === "-" ? null : money(subscription.rjmoney)],
    [t("waiting_place"), place === null ? null : String(place)],
    [t("subscribed_at"), showDateTime(subscription.subscribed_at)],
    [
      t("draw_date"),
      subscription.status === 0
        ? expectedDate(showDateTime(subscription.draws_at), subscription.draws_at_status)
        : null,
    ],
    [t("listing"), expectedDate(showDateTime(subscription.lists_at), subscription.lists_at_status)],
  ];
}

/** After anything was done, whatever shows it is read anew. */
export function refreshSubscriptions(): Promise<void> {
  return refresh(
    "/trade/usernewstocklist",
    "/trade/newstocklist",
    "/trade/newstock",
    "/trade/draw",
    "/user/assets",
    "/user/getUserinfo",
    "/user/fund-records",
  );
}

function Actions({ subscription }: { subscription: NewShareSubscription }) {
  const t = useText("newShares");
  const [asking, setAsking] = useState<"pay" | "waive" | "cancel" | null>(null);
  const { id, pay_until: until } = subscription;
  const now = useServerNow(1_000, subscription.can_pay);
  const done = (words: string) => {
    toast(words);
    void refreshSubscriptions();
  };
  const amount = `${displayMoney(subscription.total_payable)} ${subscription.type.toUpperCase()}`;
  const count = showShares(subscription.allotted_quantity ?? "0");
  const counts = subscription.waiving_counts ? ` ${t("waive_counts")}` : "";
  return (
    <>
      {subscription.can_pay && until !== null && (
        <p className={formStyles["notice"]}>
          {t("pays_in")} {showCountdown((Date.parse(until) - now) / 1_000)} (
          {expectedDate(showDateTime(until), subscription.pay_until_status)})
        </p>
      )}
      {subscription.can_pay && (
        <Button wide onClick={() => setAsking("pay")}>
          {t("pay", { amount })}
        </Button>
      )}
      {subscription.can_waive && (
        <Button look="quiet" wide onClick={() => setAsking("waive")}>
          {t("waive")}
        </Button>
      )}
      {subscription.can_cancel && (
        <Button look="quiet" wide onClick={() => setAsking("cancel")}>
          {t("cancel")}
        </Button>
      )}
      <ConfirmSheet
        open={asking === "pay"}
        onClose={() => setAsking(null)}
        title={t("pay_review")}
        question={t("pay_question")}
        facts={[
          [t("stock"), `${inLanguage(subscription.names)} ${subscription.code}`],
          [t("allotted"), t("shares", { count })],
          [t("payable"), amount],
          [
            t("listing"),
            expectedDate(showDateTime(subscription.lists_at), subscription.lists_at_status),
          ],
        ]}
        risk={t("pay_risk")}
        action={t("pay", { amount })}
        confirm={() => askOnce("/trade/pay-subscription", { id })}
        onDone={() => done(t("paid"))}
      />
      <ConfirmSheet
        open={asking === "waive"}
        onClose={() => setAsking(null)}
        title={t("waive")}
        question={`${t("waive_question", { count })}${counts}`}
        action={t("waive")}
        confirm={() => askOnce("/trade/waive-subscription", { id })}
        onDone={() => done(t("waived"))}
      />
      <ConfirmSheet
        open={asking === "cancel"}
        onClose={() => setAsking(null)}
        title={t("cancel")}
        question={t("cancel_question")}
        action={t("cancel")}
        confirm={() => askOnce("/trade/cancel-subscription", { id })}
        onDone={() => done(t("cancelled"))}
      />
    </>
  );
}
