import type { BlockApplication, HeldStock } from "@sanshi/contract";
import { displayMoney, displaySignedMoney, type MarketKey } from "@sanshi/money";
import { EmptyState, LinkButton, SkeletonRows } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { showDateTime } from "@sanshi/web/times";
import { link, paths, routes } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { signedPercent } from "../../../shared/signed-figures.ts";
import { useChosenMarket } from "../../../shared/stock-list/last-seen.ts";
import { expectedDate, useText } from "../../../shared/text.ts";
import { showCountdown, useServerNow } from "../../../shared/times.ts";
import { BlockTabs } from "./block-tabs.tsx";
import { Facts, type Fact } from "../../../shared/offers/facts.tsx";
import { NameAndCode, StateBadge } from "../../../shared/offers/offer-head.tsx";
import { ProductScreen } from "../../../shared/offers/product-screen.tsx";
import styles from "../../../shared/offers/offers.module.css";
import { showPrice, showShares } from "./figures.ts";
import { onlyBlocks } from "./own-applications.ts";
import { OwnSales } from "./own-sales.tsx";
import { refreshBlocks } from "./refresh-blocks.ts";

const readAgainMs = 5_000;

type Held = { application: BlockApplication; position: HeldStock };

/** /home/large3: what was bought in block trades and is held, with its lock-up. */
export default function BlockHoldingsScreen() {
  const t = useText("blockTrades");
  const type = useChosenMarket();
  const own = useCall("/trade/ustockslist", { type }, { quiet: true, staleTime: 0 });
  const positions = useCall(
    "/trade/userstocklist",
    { type },
    { quiet: true, staleTime: 0, refetchInterval: readAgainMs },
  );
  const sales = useCall("/trade/block-sales", { type }, { quiet: true, staleTime: 0 });
  return (
    <ProductScreen title={t("holdings_title")} onRefresh={refreshBlocks}>
      <BlockTabs tab="holdings" />
      <Loaded query={own} waiting={<SkeletonRows count={3} />}>
        {(applications) => (
          <Loaded query={positions} waiting={<SkeletonRows count={3} />}>
            {(list) => (
              <>
                <Holdings held={heldOf(onlyBlocks(applications), list)} />
                {sales.data !== undefined && (
                  <OwnSales
                    sales={sales.data}
                    held={Object.values(list).filter((one) => typeof one !== "string")}
                  />
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </ProductScreen>
  );
}

function heldOf(
  applications: readonly BlockApplication[],
  list: Readonly<Record<string, HeldStock | string>>,
): Held[] {
  return applications.flatMap((application) => {
    const position = application.position === null ? undefined : list[application.position];
    return position === undefined || typeof position === "string"
      ? []
      : [{ application, position }];
  });
}

function Holdings({ held }: { held: readonly Held[] }) {
  const t = useText("blockTrades");
  if (held.length === 0) {
    return (
      <EmptyState picture={<Illustration name="block_holdings" />} sentence={t("holdings_empty")}>
        <LinkButton look="quiet" href={link(routes.blockOffers)}>
          {t("to_offers")}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <ul className={styles["list"]}>
      {held.map((one) => (
        <li key={one.application.id}>
          <HoldingCard {...one} />
        </li>
      ))}
    </ul>
  );
}

function profitText({ yingkui, profit_percent: percent }: HeldStock, type: MarketKey): string {
  return `${displaySignedMoney(yingkui)} ${type.toUpperCase()} (${signedPercent(percent)}%)`;
}

function HoldingCard({ application, position }: Held) {
  const t = useText("blockTrades");
  const { type, locked_until: until } = application;
  const now = useServerNow(1_000, application.is_locked);
  const seconds = (Date.parse(until) - now) / 1_000;
  const money = (amount: string) => `${displayMoney(amount)} ${type.toUpperCase()}`;
  const facts: readonly Fact[] = [
    [t("quantity"), t("shares", { count: showShares(position.stock_num) })],
    [t("price"), showPrice(position.buy_price, type)],
    [t("market_price"), showPrice(position.nowprice, type)],
    [t("value"), money(position.market_value)],
    [t("profit"), profitText(position, type)],
    [t("locked_until"), expectedDate(showDateTime(until), application.locked_until_status)],
  ];
  return (
    <a className={styles["offer"]} href={link(paths.position({ id: position.id }))}>
      <span className={styles["line"]}>
        <span className={styles["name"]}>
          <NameAndCode {...application} />
        </span>
        <StateBadge tone={position.status === 5 ? "wait" : "good"}>
          {position.status === 5
            ? t("locked_for", { time: showCountdown(Math.max(0, seconds)) })
            : t("free")}
        </StateBadge>
      </span>
      <Facts facts={facts} />
    </a>
  );
}
