import { marketKeys } from "@sanshi/money";
import { PullToRefresh, SegmentedControl } from "@sanshi/ui";
import { refresh } from "../../../shared/queries.ts";
import { Screen } from "../../../shared/screen.tsx";
import { chooseMarket, useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { pullTexts, useText } from "../../../shared/text.ts";
import styles from "./copy-trading.module.css";
import OwnFollowings from "./own-followings.tsx";
import { OwnOffers } from "./own-offers.tsx";

/** /mine/followOrder: what the customer follows and has followed. */
export default function FollowOrderScreen() {
  const t = useText("follow");
  const shell = useText("shell");
  const type = useChosenMarket();
  return (
    <Screen title={t("own_title")}>
      <PullToRefresh
        onRefresh={() => refresh("/trade/userproductlist", "/trade/copy-consents")}
        texts={pullTexts()}
      >
        <div className={styles["screen"]}>
          <SegmentedControl
            label={t("market")}
            choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
            value={type}
            onChange={chooseMarket}
          />
          <OwnFollowings type={type} />
          <OwnOffers type={type} />
        </div>
      </PullToRefresh>
    </Screen>
  );
}
