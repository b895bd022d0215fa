import type { Offering } from "@sanshi/contract";
import { displayDecimal } from "@sanshi/money";
import { EmptyState, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { inLanguage } from "@sanshi/web/language";
import { link, paths, routes } from "../../../app/paths.ts";
import badgeStyles from "../../../shared/badge.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { MarketChoice, ProductScreen } from "../../../shared/offers/product-screen.tsx";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { signedPercent } from "../../../shared/signed-figures.ts";
import { useText } from "../../../shared/text.ts";
import { priceText, showShares } from "./figures.ts";
import styles from "../../../shared/offers/offers.module.css";
import { NextMoment } from "./next-moment.tsx";

/** /home/newShare: what can be subscribed to in a market, and what became of what could. */
export default function NewShareScreen() {
  const t = useText("offerings");
  const type = useChosenMarket();
  const offerings = useCall("/trade/newstocklist", { type }, { quiet: true, staleTime: 0 });
  return (
    <ProductScreen title={t("title")} onRefresh={() => refresh("/trade/newstocklist")}>
      <MarketChoice label={t("market")} />
      <Loaded query={offerings} waiting={<SkeletonRows count={4} />}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState picture={<Illustration name="new_shares" />} sentence={t("empty")}>
              <LinkButton look="quiet" href={link(routes.newShareOrder)}>
                {t("to_own")}
              </LinkButton>
            </EmptyState>
          ) : (
            <>
              <ul className={styles["list"]} data-ready="offerings">
                {all.map((offering) => (
                  <li key={offering.id}>
                    <OfferingCard offering={offering} />
                  </li>
                ))}
              </ul>
              <LinkButton look="quiet" wide href={link(routes.newShareOrder)}>
                {t("to_own")}
              </LinkButton>
            </>
          )
        }
      </Loaded>
    </ProductScreen>
  );
}

function OfferingCard({ offering }: { offering: Offering }) {
  const t = useText("offerings");
  const { mine, withdrawn, status } = offering;
  return (
    <a className={styles["offer"]} href={link(paths.newShareInfo({ id: offering.id }))}>
      <span className={styles["line"]}>
        <span className={styles["name"]}>
          {inLanguage(offering.names)} <small>{offering.code}</small>
        </span>
        <OfferingBadge offering={offering} />
      </span>
      <span className={styles["line"]}>
        <span className={styles["muted"]}>
          {t(offering.subscription_price === null ? "price_range" : "price")}
        </span>
        <span className={styles["figure"]}>{priceText(offering)}</span>
      </span>
      <span className={styles["line"]}>
        <span className={styles["muted"]}>
          {t("quota")} {showShares(offering.quota)} · {t("applicants")} {offering.applicants}
        </span>
        {offering.winning_rate !== null && status < 3 && (
          <span className={styles["muted"]}>
            {t("odds")} {offering.winning_rate}%
          </span>
        )}
      </span>
      <MarketLine offering={offering} />
      <span className={styles["line"]}>
        {withdrawn === null && <NextMoment offering={offering} />}
        {mine !== null && (
          <span className={badgeStyles["badge"]}>{t(`own_${mine.status as 0}`)}</span>
        )}
      </span>
    </a>
  );
}

/** Once it trades: what the market says of what was paid. */
function MarketLine({ offering }: { offering: Offering }) {
  const t = useText("offerings");
  const { market_price: market, premium } = offering;
  if (market === null || premium === null) return null;
  return (
    <span className={styles["line"]}>
      <span className={styles["muted"]}>
        {t("market_price")} {displayDecimal(market, 2, 4)}
      </span>
      <span className={styles["muted"]}>
        {t("premium")} {signedPercent(premium)}%
      </span>
    </span>
  );
}

export function OfferingBadge({ offering }: { offering: Pick<Offering, "status" | "withdrawn"> }) {
  const t = useText("offerings");
  const { status, withdrawn } = offering;
  const tone =
    withdrawn !== null ? "bad" : (["none", "good", "wait", "none", "none"][status] ?? "none");
  return (
    <span className={badgeStyles["badge"]} data-tone={tone}>
      {withdrawn !== null ? t("withdrawn") : t(`status_${status as 0}`)}
    </span>
  );
}
