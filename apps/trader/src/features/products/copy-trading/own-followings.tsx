import type { MarketKey } from "@sanshi/money";
import { EmptyState, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { link, routes } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./copy-trading.module.css";
import { FollowingCard } from "./following-card.tsx";

/** Everything that is followed in a market: on its own screen and among the positions. */
export default function OwnFollowings({ type }: { type: MarketKey }) {
  const t = useText("follow");
  const own = useCall("/trade/userproductlist", { type }, { quiet: true, staleTime: 0 });
  return (
    <Loaded query={own} waiting={<SkeletonRows count={3} />}>
      {(all) =>
        all.length === 0 ? (
          <EmptyState picture={<Illustration name="followings" />} sentence={t("own_empty")}>
            <LinkButton look="quiet" href={link(routes.follow)}>
              {t("to_products")}
            </LinkButton>
          </EmptyState>
        ) : (
          <>
            <ul className={styles["list"]}>
              {all.map((following) => (
                <li key={following.id}>
                  <FollowingCard following={following} />
                </li>
              ))}
            </ul>
            <LinkButton look="quiet" wide href={link(routes.follow)}>
              {t("to_products")}
            </LinkButton>
          </>
        )
      }
    </Loaded>
  );
}
