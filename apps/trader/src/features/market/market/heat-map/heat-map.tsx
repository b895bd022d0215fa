import type { MarketKey } from "@sanshi/money";
import { EmptyState, SegmentedControl, Skeleton, Tabs } from "@sanshi/ui";
import { useMemo } from "react";
import { create } from "zustand";
import { Loaded } from "../../../../shared/loaded.tsx";
import { useCall } from "../../../../shared/queries.ts";
import { sectorText, useText } from "../../../../shared/text.ts";
import { listMs } from "../list-interval.ts";
import styles from "./heat-map.module.css";
import { HeatTable } from "./heat-table.tsx";
import { Legend } from "./legend.tsx";
import { MapOfMarket, MapOfSector } from "./market-map.tsx";
import { sectorsOf, type MapSector } from "./sectors.ts";

const all = "all";

/** Kept while the app runs, so that a return from a stock finds what was left. */
const useShown = create<{ sector: string; as: "map" | "table" }>(() => ({
  sector: all,
  as: "map",
}));

/** A market by industry: areas by market value, colours by the day's move, and the same as a table. */
export default function HeatMap({ market }: { market: MarketKey }) {
  const t = useText("marketTools");
  const refreshing = { quiet: true, refetchInterval: listMs };
  const stocks = useCall("/market/stocks", { type: market }, refreshing);
  const figures = useCall("/market/figures", { type: market }, refreshing);
  const rows = stocks.data;
  const known = figures.data;
  const divided = useMemo(() => sectorsOf(rows ?? [], known?.items ?? []), [rows, known]);
  return (
    <section className={styles["view"]} aria-label={t("map_title")}>
      <Loaded query={stocks} waiting={<Waiting />}>
        {() => (
          <Loaded query={figures} waiting={<Waiting />}>
            {({ source }) => (
              <>
                <Divided market={market} {...divided} />
                {source === "simulated" && (
                  <p className={styles["note"]}>{t("simulated_figures")}</p>
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </section>
  );
}

type DividedProps = { market: MarketKey } & ReturnType<typeof sectorsOf>;

function Divided({ market, sectors, without }: DividedProps) {
  const t = useText("marketTools");
  const { sector, as } = useShown();
  const chosen = sectors.find((one) => one.sector === sector);
  if (sectors.length === 0 && without.length === 0) {
    return <EmptyState sentence={t("map_empty")} />;
  }
  return (
    <>
      <Tabs
        label={t("sectors")}
        choices={[
          { value: all, label: t("all_sectors") },
          ...sectors.map((one) => ({ value: one.sector, label: sectorText(one.sector) })),
        ]}
        value={chosen?.sector ?? all}
        onChange={chooseSector}
      />
      <div className={styles["tools"]}>
        <SegmentedControl
          label={t("map_shape")}
          choices={[
            { value: "map", label: t("as_map") },
            { value: "table", label: t("as_table") },
          ]}
          value={as}
          onChange={(value) => useShown.setState({ as: value })}
        />
      </div>
      {as === "table" || sectors.length === 0 ? (
        <HeatTable
          market={market}
          sectors={chosen === undefined ? sectors : [chosen]}
          without={chosen === undefined ? without : []}
        />
      ) : (
        <Drawn sectors={sectors} chosen={chosen} without={without.length} />
      )}
    </>
  );
}

type DrawnProps = {
  sectors: readonly MapSector[];
  chosen: MapSector | undefined;
  without: number;
};

function Drawn({ sectors, chosen, without }: DrawnProps) {
  const t = useText("marketTools");
  return (
    <>
      {chosen === undefined ? (
        <MapOfMarket sectors={sectors} onChoose={chooseSector} />
      ) : (
        <MapOfSector sector={chosen} onMore={() => useShown.setState({ as: "table" })} />
      )}
      <Legend />
      {without > 0 && <p className={styles["note"]}>{t("map_without", { count: without })}</p>}
    </>
  );
}

function chooseSector(sector: string): void {
  useShown.setState({ sector });
}

function Waiting() {
  return (
    <div className={styles["waiting"]}>
      <Skeleton width="100%" height="32rem" />
    </div>
  );
}
