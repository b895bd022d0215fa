import { defaultMarketKey, marketKeys, type MarketKey } from "@sanshi/money";
import { useState } from "react";
import { link, paths } from "../../app/paths.ts";
import { useAddress } from "../../shared/address.ts";
import type { Output } from "../../shared/calls.ts";
import { Badge } from "../../shared/kit/badge.tsx";
import { Button } from "../../shared/kit/button.tsx";
import { SearchBox, Segments } from "../../shared/kit/filters.tsx";
import { ListFrame } from "../../shared/kit/list-frame.tsx";
import { PagedList } from "../../shared/kit/paged-list.tsx";
import { Workbench } from "../../shared/kit/screen.tsx";
import type { Column } from "../../shared/kit/table.tsx";
import { inLanguage } from "../../shared/language.ts";
import { useLock } from "../../shared/may.ts";
import { usePages } from "../../shared/queries.ts";
import { useText } from "../../shared/text.ts";
import { OfferDialog } from "./offer-dialog.tsx";
import { showLeverages } from "./leverages.ts";

export type Instrument = Output<"/api/ops/instruments">["items"][number];

const filterDefaults = { market: defaultMarketKey as string, q: "" };

/** What of leverage and short selling is offered, by market and by stock. */
export default function InstrumentsScreen() {
  const t = useText("instruments");
  const words = useText("words");
  const [filter, change] = useAddress(filterDefaults);
  const [offering, setOffering] = useState<Instrument | null>(null);
  const pages = usePages("/api/ops/instruments", {
    type: filter.market as MarketKey,
    ...(filter.q !== "" && { q: filter.q }),
    limit: "100",
  });
  return (
    <Workbench title={t("title")}>
      <ListFrame
        filters={
          <>
            <Segments
              label={t("market")}
              value={filter.market}
              onChange={(market) => change({ market })}
              options={marketKeys.map((value) => ({ value, label: words(`market_${value}`) }))}
            />
            <SearchBox label={t("search")} value={filter.q} onChange={(q) => change({ q })} main />
          </>
        }
      >
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns(setOffering)}
          rowKey={(row) => row.code}
          empty={t("nothing_matches")}
        />
      </ListFrame>
      {offering !== null && <OfferDialog instrument={offering} onClose={() => setOffering(null)} />}
    </Workbench>
  );
}

function useColumns(offer: (row: Instrument) => void): Column<Instrument>[] {
  const t = useText("instruments");
  const lock = useLock()("manage_instruments");
  return [
    {
      key: "code",
      head: t("code"),
      cell: (row) => (row.code === "" ? <strong>{t("whole_market")}</strong> : row.code),
    },
    {
      key: "name",
      head: t("name"),
      grow: true,
      cell: (row) => (row.names === null ? null : inLanguage(row.names)),
    },
    { key: "exchange", head: t("exchange"), cell: (row) => row.exchange },
    { key: "lot", head: t("lot"), end: true, cell: (row) => row.lot_size },
    {
      key: "leverage",
      head: t("leverage"),
      cell: (row) => (
        <Offered isOwn={row.leverages !== ""} offered={showLeverages(row.offered_leverages)} />
      ),
    },
    {
      key: "short",
      head: t("short"),
      cell: (row) => (
        <Offered
          isOwn={row.short_offered !== "market_rules"}
          offered={t(row.offered_short ? "offered" : "not_offered")}
        />
      ),
    },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (row) =>
        row.pending === null ? (
          <Button look="plain" locked={lock} onClick={() => offer(row)}>
            {t("change")}
          </Button>
        ) : (
          <a href={link(paths.proposal(row.pending.proposal_id))}>
            <Badge tone="waits">{t("pending")}</Badge>
          </a>
        ),
    },
  ];
}

/** What customers are offered; marked where an operator decided it, and not the market's rules. */
function Offered({ isOwn, offered }: { isOwn: boolean; offered: string }) {
  const t = useText("instruments");
  return (
    <>
      {offered} {isOwn && <Badge tone="active">{t("own")}</Badge>}
    </>
  );
}
