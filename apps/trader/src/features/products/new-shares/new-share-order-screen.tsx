import { marketKeys } from "@sanshi/money";
import { LinkButton, PullToRefresh, SegmentedControl } from "@sanshi/ui";
import { link, routes } from "../../../app/paths.ts";
import { refresh } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { chooseMarket, useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText } from "../../../shared/text.ts";
import styles from "./new-shares.module.css";
import OwnSubscriptions from "./own-subscriptions.tsx";

/** /mine/newShareOrder: the customer's own subscriptions, and what is to be done about them. */
export default function NewShareOrderScreen() {
  const t = useText("newShares");
  const shell = useText("shell");
  const type = useChosenMarket();
  return (
    <Screen title={t("own_title")}>
      <PullToRefresh onRefresh={() => refresh("/trade/usernewstocklist")} texts={pullTexts()}>
        <div className={styles["screen"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
            value={type}
            onChange={chooseMarket}
          />
          <OwnSubscriptions type={type} />
          <LinkButton look="quiet" wide href={link(routes.newShare)}>
            {t("to_offerings")}
          </LinkButton>
        </div>
      </PullToRefresh>
    </Screen>
  );
}
