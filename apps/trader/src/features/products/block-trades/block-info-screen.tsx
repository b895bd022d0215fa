import type { BlockOffer } from "@sanshi/contract";
import { applicationStatuses } from "@sanshi/contract/constants";
import { SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { showDateTime } from "@sanshi/web/times";
import { useSearchParams } from "react-router";
import formStyles from "../../../shared/form.module.css";
import { DrawCard, drawReadAgainMs } from "../../../shared/draw/draw-card.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { StaffNote } from "../../../shared/operator-words.tsx";
import { useCall } from "../../../shared/queries.ts";
import { expectedDate, ruleText, useText } from "../../../shared/text.ts";
import { ApplicationCard } from "./application-card.tsx";
import { ApplyForm } from "./apply-form.tsx";
import { BelowMarket, LeftBar, LeftOf, OfferBadge } from "./block-offers-screen.tsx";
import { FactCard, type Fact } from "../../../shared/offers/facts.tsx";
import { OfferHead } from "../../../shared/offers/offer-head.tsx";
import { ProductScreen, useReadAfterMessages } from "../../../shared/offers/product-screen.tsx";
import styles from "../../../shared/offers/offers.module.css";
import { showPrice, showShares } from "./figures.ts";
import { NextMoment } from "./next-moment.tsx";
import { refreshBlocks } from "./refresh-blocks.ts";

/** The quota counts down while others apply. */
const readAgainMs = 2_000;

/** /home/largeInfo: one offer, and the customer's part in it. */
export default function BlockInfoScreen() {
  const t = useText("blockTrades");
  const [query] = useSearchParams();
  const id = query.get("id") ?? "";
  const offer = useCall(
    "/trade/block",
    { id },
    { quiet: true, staleTime: 0, refetchInterval: readAgainMs },
  );
  useReadAfterMessages(refreshBlocks);
  return (
    <ProductScreen title={t("info_title")} onRefresh={refreshBlocks}>
      <Loaded query={offer} waiting={<SkeletonRows count={8} />}>
        {(known) => <Info offer={known} />}
      </Loaded>
    </ProductScreen>
  );
}

function Info({ offer }: { offer: BlockOffer }) {
  const t = useText("blockTrades");
  const { withdrawn, status, type } = offer;
  const isOpen = status === 1 && withdrawn === null;
  return (
    <>
      <OfferHead
        offer={offer}
        badge={<OfferBadge offer={offer} />}
        price={{ name: t("price"), text: showPrice(offer.price, type) }}
        next={<NextMoment offer={offer} />}
        withdrawnWhy={(why) => t("withdrawn_why", why)}
      >
        {offer.below_market !== null && <BelowMarket below={offer.below_market} />}
      </OfferHead>
      <div className={styles["line"]}>
        <LeftOf offer={offer} />
      </div>
      {offer.draw === null && <LeftBar offer={offer} />}
      {offer.mine.map((application) => (
        <ApplicationCard key={application.id} application={application} />
      ))}
      {isOpen && canApply(offer) && <ApplyForm offer={offer} />}
      <OfferFacts offer={offer} />
      <p className={formStyles["note"]}>{t(offer.draw === null ? "first_come" : "drawn_note")}</p>
      {(!isOpen || offer.lock_up_days === 0) && (
        <p className={formStyles["note"]}>
          {offer.lock_up_days === 0
            ? t("no_lock_up")
            : t("lock_up_note", {
                until: expectedDate(showDateTime(offer.locked_until), offer.locked_until_status),
              })}
        </p>
      )}
      {offer.draw !== null && <Draw offer={offer} termsHash={offer.draw.terms_hash} />}
    </>
  );
}

/** Where it is drawn once; else as long as something is left. */
function canApply({ draw, left, mine }: BlockOffer): boolean {
  return draw === null ? left !== "0" : entryOf(mine) === undefined;
}

function entryOf(mine: BlockOffer["mine"]): BlockOffer["mine"][number] | undefined {
  return mine.find(({ status }) => status !== applicationStatuses.cancelled);
}

function Draw({ offer, termsHash }: { offer: BlockOffer; termsHash: string }) {
  const isOn = offer.status === 2 && offer.withdrawn === null;
  const draw = useCall(
    "/trade/block-draw",
    { id: offer.id },
    { quiet: true, staleTime: 0, ...(isOn && { refetchInterval: drawReadAgainMs }) },
  );
  return (
    <DrawCard
      state={draw.data}
      receipt={entryOf(offer.mine)?.receipt ?? null}
      isOn={isOn}
      termsHash={termsHash}
      lot={offer.lot}
      hasWaitingList={false}
    />
  );
}

function OfferFacts({ offer }: { offer: BlockOffer }) {
  const t = useText("blockTrades");
  const { type, band, draw, market_price: market } = offer;
  const odds = draw?.winning_rate ?? null;
  const count = (shares: string) => t("shares", { count: showShares(shares) });
  const facts: readonly Fact[] = [
    [t("seller"), `${inLanguage(offer.seller_names)} (${t(`seller_${offer.seller}`)})`],
    [t("reference_price"), showPrice(offer.reference_price, type)],
    [t("discount"), `${offer.discount}%`],
    [t("market_price"), market === null ? null : showPrice(market, type)],
    [
      t("band"),
      band === null
        ? null
        : `${showPrice(band.low, type)} – ${showPrice(band.high, type)} (${ruleText(band.rule, undefined)})`,
    ],
    [t("total"), count(offer.total)],
    [t("minimum"), count(offer.minimum)],
    [t("maximum"), count(offer.maximum)],
    [t("lot"), count(offer.lot)],
    [t("rule"), t(`rule_${offer.rule}`)],
    [t("applicants"), draw === null ? null : String(draw.applicants)],
    [t("odds"), odds === null ? null : `${odds}%`],
    [t("opens_at"), showDateTime(offer.opens_at)],
    [t("closes_at"), showDateTime(offer.closes_at)],
    [t("settles_at"), showDateTime(offer.settles_at)],
    [
      t("locked_until"),
      offer.lock_up_days === 0
        ? null
        : expectedDate(showDateTime(offer.locked_until), offer.locked_until_status),
    ],
  ];
  return (
    <>
      <FactCard title={t("facts")} facts={facts} />
      {offer.written_by_staff && <StaffNote />}
    </>
  );
}
