import { LinkButton } from "@sanshi/ui";
import { link, routes } from "../../../app/paths.ts";
import { refresh } from "../../../shared/queries.ts";
import { MarketChoice, ProductScreen } from "../../../shared/offers/product-screen.tsx";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { useText } from "../../../shared/text.ts";
import OwnSubscriptions from "./own-subscriptions.tsx";

/** /mine/newShareOrder: the customer's own subscriptions, and what is to be done about them. */
export default function NewShareOrderScreen() {
  const t = useText("newShares");
  const list = useText("offerings");
  const type = useChosenMarket();
  return (
    <ProductScreen title={t("own_title")} onRefresh={() => refresh("/trade/usernewstocklist")}>
      <MarketChoice label={list("market")} />
      <OwnSubscriptions type={type} />
      <LinkButton look="quiet" wide href={link(routes.newShare)}>
        {t("to_offerings")}
      </LinkButton>
    </ProductScreen>
  );
}
