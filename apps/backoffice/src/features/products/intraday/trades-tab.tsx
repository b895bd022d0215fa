import { intradayStates } from "@sanshi/contract/constants";
import type { MarketKey } from "@sanshi/money";
import { useAddress } from "../../../shared/address.ts";
import { DayBox, Pick, SearchBox } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { ExportLink } from "./export-link.tsx";
import styles from "./intraday.module.css";
import { useTradeColumns, type Trade } from "./trade-columns.tsx";

const addressDefaults = { account: "", code: "", state: "", side: "", on: "" };
const sides = ["long", "short"] as const;

/** Every customer's trades of a market, by account, stock, state, side and day. */
export function TradesTab({ market }: { market: MarketKey }) {
  const t = useText("intraday");
  const [filter, change] = useAddress(addressDefaults);
  const state = intradayStates.find((one) => one === filter.state);
  const side = sides.find((one) => one === filter.side);
  const input = {
    type: market,
    ...(/^\d{10}$/.test(filter.account) && { account: filter.account }),
    ...(filter.code !== "" && { code: filter.code }),
    ...(state !== undefined && { state }),
    ...(side !== undefined && { side }),
    ...(filter.on !== "" && { day: filter.on }),
  };
  const pages = usePages("/api/ops/intraday/trades", { ...input, limit: "50" });
  return (
    <ListFrame
      filters={
        <div className={styles["filters"]}>
          <SearchBox
            main
            label={t("account")}
            value={filter.account}
            onChange={(account) => change({ account })}
          />
          <SearchBox
            label={t("code")}
            value={filter.code}
            onChange={(code) => change({ code: code.toUpperCase() })}
          />
          <Pick
            label={t("state")}
            value={state ?? ""}
            onChange={(value) => change({ state: value })}
            options={[
              { value: "", label: t("all_states") },
              ...intradayStates.map((value) => ({ value, label: t(`state_${value}`) })),
            ]}
          />
          <Pick
            label={t("side")}
            value={side ?? ""}
            onChange={(value) => change({ side: value })}
            options={[
              { value: "", label: t("both_sides") },
              ...sides.map((value) => ({ value, label: t(value) })),
            ]}
          />
          <DayBox label={t("day")} value={filter.on} onChange={(on) => change({ on })} />
          <span className={styles["end"]}>
            <ExportLink which="trades" {...input} />
          </span>
        </div>
      }
    >
      <PagedList<Trade>
        name={t("tab_trades")}
        pages={pages}
        columns={useTradeColumns<Trade>()}
        rowKey={(row) => row.id}
        empty={t("nothing_found")}
      />
    </ListFrame>
  );
}
