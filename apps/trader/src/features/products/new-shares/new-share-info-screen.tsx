import type { Offering } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { LinkButton, PullToRefresh, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { listenToEvents } from "../../../shared/stream.ts";
import { pullTexts, useText } from "../../../shared/text.ts";
import { DrawCard } from "./draw-card.tsx";
import { priceText, showShares } from "./figures.ts";
import { OfferingBadge } from "./new-share-screen.tsx";
import styles from "./new-shares.module.css";
import { NextMoment } from "./next-moment.tsx";
import { SubscribeForm } from "./subscribe-form.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

/** /home/newShareInfo: one offering, the customer's part in it, and its draw. */
export default function NewShareInfoScreen() {
  const t = useText("newShares");
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const offering = useCall("/trade/newstock", { id }, { quiet: true, staleTime: 0 });
  // The draw's result, a place on the waiting list that is called up: what a message tells is shown at once.
  useEffect(
    () =>
      listenToEvents(({ kind }) => {
        if (kind === "message") void refresh("/trade/newstock");
      }),
    [],
  );
  return (
    <Screen title={t("info_title")}>
      <PullToRefresh
        onRefresh={() => refresh("/trade/newstock", "/trade/draw")}
        texts={pullTexts()}
      >
        <div className={styles["screen"]}>
          <Loaded query={offering} waiting={<SkeletonRows count={8} />}>
            {(known) => <Info offering={known} />}
          </Loaded>
        </div>
      </PullToRefresh>
    </Screen>
  );
}

function Info({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const { mine, withdrawn, status } = offering;
  const isOpen = status === 1 && withdrawn === null;
  const isIn = mine !== null && mine.status !== 7;
  return (
    <>
      <div className={styles["line"]}>
        <h2 className={styles["name"]}>
          {inLanguage(offering.names)} <small>{offering.code}</small>
        </h2>
        <OfferingBadge offering={offering} />
      </div>
      <p className={formStyles["hero"]}>
        <small>{t(offering.subscription_price === null ? "price_range" : "price")}</small>
        {priceText(offering)}
      </p>
      {withdrawn === null ? (
        <NextMoment offering={offering} />
      ) : (
        <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
          {t("withdrawn_why", {
            at: showDateTime(withdrawn.at),
            reason: inLanguage(withdrawn.reason),
          })}
        </p>
      )}
      {isIn && <SubscriptionCard subscription={mine} />}
      {isOpen && !isIn && <SubscribeForm offering={offering} />}
      <OfferingFacts offering={offering} />
      <Dates offering={offering} />
      <LinkButton look="quiet" wide external href={offering.prospectus}>
        {t("prospectus")}
      </LinkButton>
      <DrawCard offering={offering} />
    </>
  );
}

type Fact = readonly [name: string, value: string | null];

/** What a market or an offering does not have is not shown. */
function FactList({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={formStyles["card"]} aria-label={title}>
      <h2 className={formStyles["heading"]} style={{ margin: 0 }}>
        {title}
      </h2>
      <dl className={formStyles["facts"]}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

function OfferingFacts({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const count = (shares: string) => t("shares", { count: showShares(shares) });
  const { market_price: market, premium, per, priced_at: pricedAt, winning_rate: odds } = offering;
  const provisional = { ...offering, subscription_price: null };
  return (
    <>
      <FactList
        title={t("facts")}
        facts={[
          [t("price_range"), pricedAt === null ? null : priceText(provisional)],
          [t("price_later"), pricedAt === null ? null : showDateTime(pricedAt)],
          [t("market_price"), market === null ? null : displayDecimal(market, 2, 4)],
          [t("premium"), premium === null ? null : `${premium}%`],
          [t("per"), per],
          [t("issue_volume"), count(offering.issue_volume)],
          [t("quota"), count(offering.quota)],
          [t("minimum"), count(offering.minimum)],
          [t("cap"), count(offering.cap)],
          [t("lot"), count(offering.lot)],
          [t("rule"), t(`rule_${offering.rule}`)],
          [t("sponsor"), offering.sponsor],
          [t("applicants"), String(offering.applicants)],
          [t("applied"), count(offering.applied_quantity)],
          [t("odds"), odds === null ? null : `${odds}%`],
        ]}
      />
      <p className={formStyles["note"]}>{t("odds_note")}</p>
    </>
  );
}

function Dates({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  return (
    <FactList
      title={t("dates")}
      facts={[
        [t("deadline"), showDateTime(offering.closes_at)],
        [t("draw_date"), showDateTime(offering.draws_at)],
        [t("payment_deadline"), showDateTime(offering.pays_until)],
        [t("waiting_deadline"), showDateTime(offering.waiting_until)],
        [t("allocation"), showDateTime(offering.allocates_at)],
        [t("listing"), showDateTime(offering.lists_at)],
      ]}
    />
  );
}
