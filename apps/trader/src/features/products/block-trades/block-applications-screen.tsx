import { EmptyState, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { link, routes } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { ProductScreen } from "../../../shared/offers/product-screen.tsx";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { useText } from "../../../shared/text.ts";
import { ApplicationCard } from "./application-card.tsx";
import { BlockTabs } from "./block-tabs.tsx";
import styles from "../../../shared/offers/offers.module.css";
import { onlyBlocks } from "./own-applications.ts";
import { refreshBlocks } from "./refresh-blocks.ts";

/** /home/large2: the customer's own applications, those that wait first. */
export default function BlockApplicationsScreen() {
  const t = useText("blockTrades");
  const type = useChosenMarket();
  const own = useCall("/trade/ustockslist", { type }, { quiet: true, staleTime: 0 });
  return (
    <ProductScreen title={t("applications_title")} onRefresh={refreshBlocks}>
      <BlockTabs tab="applications" />
      <Loaded query={own} waiting={<SkeletonRows count={3} />}>
        {(listed) => {
          const all = onlyBlocks(listed);
          return all.length === 0 ? (
            <EmptyState
              picture={<Illustration name="block_applications" />}
              sentence={t("applications_empty")}
            >
              <LinkButton look="quiet" href={link(routes.blockOffers)}>
                {t("to_offers")}
              </LinkButton>
            </EmptyState>
          ) : (
            <ul className={styles["list"]}>
              {all.map((application) => (
                <li key={application.id}>
                  <ApplicationCard application={application} linked />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </ProductScreen>
  );
}
