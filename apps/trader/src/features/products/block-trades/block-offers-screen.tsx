import type { BlockOffer } from "@sanshi/contract";
import { EmptyState, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { inLanguage } from "@sanshi/web/language";
import { link, paths } from "../../../app/paths.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { ProductScreen } from "../../../shared/offers/product-screen.tsx";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { useText } from "../../../shared/text.ts";
import { BlockTabs } from "./block-tabs.tsx";
import styles from "../../../shared/offers/offers.module.css";
import { against, leftPercent, showPrice, showShares } from "./figures.ts";
import { NextMoment } from "./next-moment.tsx";
import { refreshBlocks } from "./refresh-blocks.ts";

/** The quota counts down while others apply. */
const readAgainMs = 5_000;

/** /home/large: what is offered outside the auction in a market, and what was. */
export default function BlockOffersScreen() {
  const t = useText("blockTrades");
  const type = useChosenMarket();
  const offers = useCall(
    "/trade/blocklist",
    { type },
    { quiet: true, staleTime: 0, refetchInterval: readAgainMs },
  );
  return (
    <ProductScreen title={t("title")} onRefresh={refreshBlocks}>
      <BlockTabs tab="offers" />
      <p className={formStyles["note"]}>{t("rules_note")}</p>
      <Loaded query={offers} waiting={<SkeletonRows count={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture={<Illustration name="block_offers" />} sentence={t("empty")} />
          ) : (
            <ul className={styles["list"]}>
              {all.map((offer) => (
                <li key={offer.id}>
                  <OfferCard offer={offer} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </ProductScreen>
  );
}

function OfferCard({ offer }: { offer: BlockOffer }) {
  const t = useText("blockTrades");
  const { withdrawn, status, type } = offer;
  const isLive = withdrawn === null && status < 2;
  return (
    <a className={styles["offer"]} href={link(paths.blockInfo({ id: offer.id }))}>
      <span className={styles["line"]}>
        <span className={styles["name"]}>
          {inLanguage(offer.names)} <small>{offer.code}</small>
        </span>
        <OfferBadge offer={offer} />
      </span>
      <span className={styles["line"]}>
        <span className={styles["muted"]}>
          {t("discount")} {offer.discount}%
        </span>
        <span className={styles["figure"]}>{showPrice(offer.price, type)}</span>
      </span>
      {isLive && offer.below_market !== null && <BelowMarket below={offer.below_market} />}
      <span className={styles["line"]}>
        <LeftOf offer={offer} />
        <span className={styles["muted"]}>{t("lock_up_days", { count: offer.lock_up_days })}</span>
      </span>
      {isLive && offer.draw === null && <LeftBar offer={offer} />}
      <span className={styles["line"]}>
        {withdrawn === null && <NextMoment offer={offer} />}
        {offer.draw !== null && (
          <span className={formStyles["badge"]} data-tone="none">
            {t("drawn")}
          </span>
        )}
        {offer.invited_only && (
          <span className={formStyles["badge"]} data-tone={offer.invited ? "good" : "none"}>
            {t(offer.invited ? "invited" : "invited_only")}
          </span>
        )}
      </span>
    </a>
  );
}

/** Against the market's price now, in words. */
export function BelowMarket({ below }: { below: string }) {
  const t = useText("blockTrades");
  const { key, percent } = against(below);
  return <span className={styles["muted"]}>{t(key, { percent })}</span>;
}

/** What is left of it; of an offer that is drawn, what was applied for. */
export function LeftOf({ offer }: { offer: BlockOffer }) {
  const t = useText("blockTrades");
  const total = showShares(offer.total);
  return (
    <span className={styles["muted"]}>
      {offer.draw === null
        ? t("left_of", { left: showShares(offer.left), total })
        : t("applied_of", { applied: showShares(offer.draw.applied_quantity), total })}
    </span>
  );
}

export function LeftBar({ offer }: { offer: Pick<BlockOffer, "left" | "total"> }) {
  return (
    <span className={styles["bar"]} aria-hidden="true">
      <i style={{ width: `${leftPercent(offer)}%` }} />
    </span>
  );
}

export function OfferBadge({ offer }: { offer: BlockOffer }) {
  const t = useText("blockTrades");
  const { status, withdrawn, left } = offer;
  const isSoldOut = status === 1 && left === "0";
  const tone =
    withdrawn !== null
      ? "bad"
      : isSoldOut
        ? "none"
        : (["none", "good", "wait", "none"][status] ?? "none");
  return (
    <span className={formStyles["badge"]} data-tone={tone}>
      {withdrawn !== null ? t("withdrawn") : t(isSoldOut ? "sold_out" : `status_${status as 0}`)}
    </span>
  );
}
