import type { Offering } from "@sanshi/contract";
import { marketKeys } from "@sanshi/money";
import { EmptyState, LinkButton, PullToRefresh, SegmentedControl, SkeletonRows } from "@sanshi/ui";
import { inLanguage } from "@sanshi/web/language";
import { link, paths, routes } from "../../../app/paths.ts";
import formStyles from "../../../shared/form.module.css";
import { Loaded } from "../../../shared/loaded.tsx";
import { refresh, useCall } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { chooseMarket, useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText } from "../../../shared/text.ts";
import { priceText, showShares } from "./figures.ts";
import styles from "./new-shares.module.css";
import { NextMoment } from "./next-moment.tsx";

/** /home/newShare: what can be subscribed to in a market, and what became of what could. */
export default function NewShareScreen() {
  const t = useText("newShares");
  const shell = useText("shell");
  const type = useChosenMarket();
  const offerings = useCall("/trade/newstocklist", { type }, { quiet: true, staleTime: 0 });
  return (
    <Screen title={t("title")}>
      <PullToRefresh onRefresh={() => refresh("/trade/newstocklist")} texts={pullTexts()}>
        <div className={styles["screen"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
            value={type}
            onChange={chooseMarket}
          />
          <Loaded query={offerings} waiting={<SkeletonRows count={4} />}>
            {(all) =>
              all.length === 0 ? (
                <EmptyState sentence={t("empty")}>
                  <LinkButton look="quiet" href={link(routes.newShareOrder)}>
                    {t("to_own")}
                  </LinkButton>
                </EmptyState>
              ) : (
                <>
                  <ul className={styles["list"]}>
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
        </div>
      </PullToRefresh>
    </Screen>
  );
}

function OfferingCard({ offering }: { offering: Offering }) {
  const t = useText("newShares");
  const { mine, withdrawn, status } = offering;
  return (
    <a className={styles["offering"]} href={link(paths.newShareInfo({ id: offering.id }))}>
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
      <span className={styles["line"]}>
        {withdrawn === null && <NextMoment offering={offering} />}
        {mine !== null && (
          <span className={formStyles["badge"]}>{t(`own_${mine.status as 0}`)}</span>
        )}
      </span>
    </a>
  );
}

export function OfferingBadge({ offering }: { offering: Pick<Offering, "status" | "withdrawn"> }) {
  const t = useText("newShares");
  const { status, withdrawn } = offering;
  const tone =
    withdrawn !== null ? "bad" : (["none", "good", "wait", "none", "none"][status] ?? "none");
  return (
    <span className={formStyles["badge"]} data-tone={tone}>
      {withdrawn !== null ? t("withdrawn") : t(`status_${status as 0}`)}
    </span>
  );
}
