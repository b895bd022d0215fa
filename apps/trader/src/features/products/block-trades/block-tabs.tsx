import { SegmentedControl } from "@sanshi/ui";
import { useNavigate } from "react-router";
import { routes } from "../../../app/paths.ts";
import { MarketChoice } from "../../../shared/offers/product-screen.tsx";
import { useText } from "../../../shared/text.ts";

const tabs = [
  { value: "offers", place: routes.blockOffers },
  { value: "applications", place: routes.blockApplications },
  { value: "holdings", place: routes.blockHoldings },
] as const;

/** The three lists of block trades, and the market that they are of. */
export function BlockTabs({ tab }: { tab: (typeof tabs)[number]["value"] }) {
  const t = useText("blockTrades");
  const navigate = useNavigate();
  return (
    <>
      <SegmentedControl
        label={t("lists")}
        choices={tabs.map(({ value }) => ({ value, label: t(`tab_${value}`) }))}
        value={tab}
        onChange={(chosen) => {
          const place = tabs.find(({ value }) => value === chosen)?.place;
          if (place !== undefined) void navigate(place, { replace: true });
        }}
      />
      <MarketChoice label={t("market")} />
    </>
  );
}
