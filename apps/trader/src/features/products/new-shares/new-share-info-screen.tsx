import type { Offering } from "@sanshi/contract";
import { prospectusHash } from "@sanshi/contract/constants";
import { displayDecimal } from "@sanshi/money";
import { LinkButton, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import formStyles from "../../../shared/form.module.css";
import { DrawCard, drawReadAgainMs, HashRow } from "../../../shared/draw/draw-card.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { FramedReason, StaffNote } from "../../../shared/operator-words.tsx";
import { useCall } from "../../../shared/queries.ts";
import { signedPercent } from "../../../shared/signed-figures.ts";
import { ExpectedNote } from "../../../shared/expected-note.tsx";
import { expectedDate, useText } from "../../../shared/text.ts";
import { priceText, showShares } from "./figures.ts";
import { OfferingBadge } from "./new-share-screen.tsx";
import { FactCard } from "../../../shared/offers/facts.tsx";
import { OfferHead } from "../../../shared/offers/offer-head.tsx";
import { ProductScreen, useReadAfterMessages } from "../../../shared/offers/product-screen.tsx";
import { NextMoment } from "./next-moment.tsx";
import { refreshOfferings } from "./refresh-offerings.ts";
import { SubscribeForm } from "./subscribe-form.tsx";
import { SubscriptionCard } from "./subscription-card.tsx";

/** /home/newShareInfo: one offering, the customer's part in it, and its draw. */
export default function NewShareInfoScreen() {
  const t = useText("newShares");
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const offering = useCall("/trade/newstock", { id }, { quiet: true, staleTime: 0 });
  useReadAfterMessages(refreshOfferings);
  return (
    <ProductScreen title={t("info_title")} onRefresh={refreshOfferings}>
      <Loaded query={offering} waiting={<SkeletonRows count={8} />}>
        {(known) => <Info offering={known} />}
      </Loaded>
    </ProductScreen>
  );
}

function Info({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const list = useText("offerings");
  const { mine, withdrawn, status } = offering;
  const isOpen = status === 1 && withdrawn === null;
  const isIn = mine !== null && mine.status !== 7;
  return (
    <>
      <OfferHead
        offer={offering}
        badge={<OfferingBadge offering={offering} />}
        price={{
          name: list(offering.subscription_price === null ? "price_range" : "price"),
          text: priceText(offering),
        }}
        next={<NextMoment offering={offering} />}
        withdrawnWhy={(why) => t("withdrawn_why", why)}
      />
      {offering.withdraws !== null && withdrawn === null && (
        <FramedReason reason={inLanguage(offering.withdraws.reason)}>
          {(reason) => (
            <p className={`${formStyles["notice"]} ${formStyles["bad"]}`}>
              {t("withdraws_why", { at: showDateTime(offering.withdraws?.at), reason })}
            </p>
          )}
        </FramedReason>
      )}
      {isIn && <SubscriptionCard subscription={mine} />}
      {isOpen && !isIn && <SubscribeForm offering={offering} />}
      <OfferingFacts offering={offering} />
      <Dates offering={offering} />
      {offering.market_price !== null && (
        <LinkButton
          look="quiet"
          wide
          href={link(paths.stock({ type: offering.type, code: offering.code }))}
        >
          {t("to_stock")}
        </LinkButton>
      )}
      {offering.prospectus !== null && <Prospectus prospectus={offering.prospectus} />}
      <Draw offering={offering} />
      <EarlierDraws offering={offering} />
    </>
  );
}

/** What was drawn of the stock before and given up: nobody draws until it suits them. */
function EarlierDraws({ offering: { earlier_draws: earlier } }: { offering: Offering }) {
  const t = useText("newShares");
  if (earlier.length === 0) return null;
  return (
    <section className={formStyles["fields"]}>
      <h3 className={formStyles["heading"]}>{t("earlier_draws")}</h3>
      <ul className={formStyles["steps"]}>
        {earlier.map(({ offering, reason }) => (
          <li key={offering}>
            <a href={link(paths.newShareInfo({ id: offering }))}>#{offering}</a>
            {reason !== null && (
              <FramedReason reason={inLanguage(reason)}>
                {(said) => <small>{t("earlier_withdrawn", { reason: said })}</small>}
              </FramedReason>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Draw({ offering }: { offering: Offering }) {
  const isOn = offering.status === 2 && offering.withdrawn === null;
  const draw = useCall(
    "/trade/draw",
    { id: offering.id },
    { quiet: true, staleTime: 0, ...(isOn && { refetchInterval: drawReadAgainMs }) },
  );
  return (
    <DrawCard
      state={draw.data}
      receipt={offering.mine?.receipt ?? null}
      isOn={isOn}
      termsHash={offering.terms_hash}
      lot={offering.lot}
      hasWaitingList
    />
  );
}

/** What the house keeps itself has the hash that was published with the offering. */
function Prospectus({ prospectus }: { prospectus: string }) {
  const t = useText("newShares");
  const hash = prospectusHash(prospectus);
  return (
    <>
      <LinkButton look="quiet" wide external href={prospectus}>
        {t("prospectus")}
      </LinkButton>
      {hash !== null && (
        <div>
          <HashRow name={t("prospectus_hash")} value={hash} />
          <p className={formStyles["note"]}>{t("prospectus_hash_note")}</p>
        </div>
      )}
    </>
  );
}

function OfferingFacts({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const list = useText("offerings");
  const count = (shares: string) => t("shares", { count: showShares(shares) });
  const { market_price: market, premium, per, priced_at: pricedAt, winning_rate: odds } = offering;
  const provisional = { ...offering, subscription_price: null };
  return (
    <>
      <FactCard
        title={t("facts")}
        facts={[
          [list("price_range"), pricedAt === null ? null : priceText(provisional)],
          [t("price_later"), pricedAt === null ? null : showDateTime(pricedAt)],
          [list("market_price"), market === null ? null : displayDecimal(market, 2, 4)],
          [list("premium"), premium === null ? null : `${signedPercent(premium)}%`],
          [t("per"), per],
          [t("issue_volume"), count(offering.issue_volume)],
          [list("quota"), count(offering.quota)],
          [t("minimum"), count(offering.minimum)],
          [t("cap"), count(offering.cap)],
          [t("lot"), count(offering.lot)],
          [t("rule"), t(`rule_${offering.rule}`)],
          [t("sponsor"), offering.sponsor],
          [list("applicants"), String(offering.applicants)],
          [t("applied"), count(offering.applied_quantity)],
          [list("odds"), odds === null ? null : `${odds}%`],
        ]}
      />
      {offering.written_by_staff && <StaffNote />}
      {odds !== null && offering.status < 2 && (
        <p className={formStyles["note"]}>{t("odds_note")}</p>
      )}
    </>
  );
}

function Dates({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const statuses = [
    offering.closes_at_status,
    offering.draws_at_status,
    offering.pays_until_status,
    offering.waiting_until_status,
    offering.allocates_at_status,
    offering.lists_at_status,
  ];
  return (
    <>
      <FactCard
        title={t("dates")}
        facts={[
          [
            t("deadline"),
            expectedDate(showDateTime(offering.closes_at), offering.closes_at_status),
          ],
          [t("draw_date"), expectedDate(showDateTime(offering.draws_at), offering.draws_at_status)],
          [
            t("payment_deadline"),
            expectedDate(showDateTime(offering.pays_until), offering.pays_until_status),
          ],
          [
            t("waiting_deadline"),
            expectedDate(showDateTime(offering.waiting_until), offering.waiting_until_status),
          ],
          [
            t("allocation"),
            expectedDate(showDateTime(offering.allocates_at), offering.allocates_at_status),
          ],
          [t("listing"), expectedDate(showDateTime(offering.lists_at), offering.lists_at_status)],
        ]}
      />
      <ExpectedNote statuses={statuses} className={formStyles["note"]} />
    </>
  );
}
