import { marketKeys, type MarketKey } from "@sanshi/money";
import { EmptyState, Icon, Tabs } from "@sanshi/ui";
import { Illustration } from "../../../shared/illustration.tsx";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { QuietSelect } from "../../../shared/quiet-select.tsx";
import { chooseMarket } from "../../../shared/stock-list/last-seen.ts";
import { StockLine, StockLinesWaiting } from "../../../shared/stock-list/stock-line.tsx";
import { useText } from "../../../shared/text.ts";
import strip from "./home-screen.module.css";

const sorts = ["gainers", "losers", "turnover"] as const;
type Sort = (typeof sorts)[number];

const shownMax = 8;
const listMs = 30_000;

/** What moves in the chosen market: most upwards, most downwards, or most money. */
export function Movers({ market, enabled }: { market: MarketKey; enabled: boolean }) {
  const t = useText("home");
  const [sort, setSort] = useState<Sort>("gainers");
  const movers = useCall(
    "/market/stocks",
    { type: market, sort },
    {
      quiet: true,
      enabled,
      keep: true,
      refetchInterval: listMs,
      select: (rows) => rows.slice(0, shownMax),
    },
  );
  return (
    <section className={strip["section"]}>
      <h2 className="visually-hidden">{t("movers")}</h2>
      <div className={strip["moversHead"]}>
        <Tabs
          spread
          label={t("movers")}
          value={sort}
          onChange={setSort}
          choices={sorts.map((one) => ({ value: one, label: t(`movers_${one}`) }))}
        />
        <MarketChoice market={market} />
      </div>
      <div className={strip["list"]}>
        <Loaded query={movers} waiting={<StockLinesWaiting count={shownMax} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState
                picture={<Illustration name="hot_stocks" />}
                sentence={t("no_hot_stocks")}
              />
            ) : (
              rows.map((row) => <StockLine key={row.code} row={row} metric="turnover" />)
            )
          }
        </Loaded>
        <a className={strip["all"]} href={link(paths.market({ type: market }))}>
          {t("see_rankings")}
          <Icon name="chevron" size={16} />
        </a>
      </div>
    </section>
  );
}

function MarketChoice({ market }: { market: MarketKey }) {
  const t = useText("home");
  const shell = useText("shell");
  return (
    <QuietSelect
      label={t("choose_market")}
      value={market}
      choices={marketKeys.map((key) => ({ value: key, label: shell(`market_${key}`) }))}
      onChange={chooseMarket}
    />
  );
}
