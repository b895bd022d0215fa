import { defaultMarketKey, isMarketKey, marketKeys } from "@sanshi/money";
import { useAddress } from "../../../shared/address.ts";
import { Segments } from "../../../shared/kit/filters.tsx";
import { Locked } from "../../../shared/kit/locked.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { TabBar } from "../../../shared/kit/tab-bar.tsx";
import { useLock } from "../../../shared/may.ts";
import { useText } from "../../../shared/text.ts";
import { ExposureTab } from "./exposure-tab.tsx";
import styles from "./intraday.module.css";
import { SquareOffTab } from "./square-off-tab.tsx";
import { TradesTab } from "./trades-tab.tsx";

const tabs = ["exposure", "square_off", "trades"] as const;
const addressDefaults = { tab: "exposure", market: defaultMarketKey as string };

/** What intraday trades expose the house to, and how each day's square-off goes or went. */
export default function IntradayScreen() {
  const t = useText("intraday");
  const words = useText("words");
  const lock = useLock()("view_books");
  const [address, change] = useAddress(addressDefaults);
  const shown = tabs.find((tab) => tab === address.tab) ?? "exposure";
  const market = isMarketKey(address.market) ? address.market : defaultMarketKey;
  return (
    <Workbench title={t("title")}>
      {lock !== null ? (
        <Locked reason={lock} />
      ) : (
        <>
          <div className={styles["bar"]}>
            <Segments
              label={t("market")}
              value={market}
              onChange={(value) => change({ market: value })}
              options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
            />
            <TabBar
              label={t("title")}
              value={shown}
              onChange={(tab) => change({ tab })}
              options={tabs.map((value) => ({ value, label: t(`tab_${value}`) }))}
            />
          </div>
          <div className={styles["tab"]}>
            {shown === "exposure" && <ExposureTab market={market} />}
            {shown === "square_off" && <SquareOffTab market={market} />}
            {shown === "trades" && <TradesTab market={market} />}
          </div>
        </>
      )}
    </Workbench>
  );
}
