import type { MarketKey } from "@sanshi/money";
import { EmptyState, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import styles from "../../../shared/offers/offers.module.css";
import { SubscriptionCard } from "./subscription-card.tsx";

/** Every subscription of a market, the newest first: on its own screen and among the positions. */
export default function OwnSubscriptions({ type }: { type: MarketKey }) {
  const t = useText("newShares");
  const own = useCall("/trade/usernewstocklist", { type }, { quiet: true, staleTime: 0 });
  return (
    <Loaded query={own} waiting={<SkeletonRows count={3} />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState picture={<Illustration name="subscriptions" />} sentence={t("own_empty")} />
        ) : (
          <ul className={styles["list"]}>
            {all.map((subscription) => (
              <li key={subscription.id}>
                <SubscriptionCard subscription={subscription} linked />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}
