import { inLanguage } from "@sanshi/web/language";
import { Price, Quantity, SignedAmount } from "@sanshi/ui";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { Badge, type Tone } from "../../../shared/kit/badge.tsx";
import { Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";

type Row = Output<"/api/ops/customers/:account/positions">["items"][number];

const filterDefaults = { which: "all" };
const choices = ["all", "live", "ended"] as const;
/** By the number of the wire. */
const tones: Record<number, Tone> = { 0: "good", 1: "waits", 3: "waits", 5: "active" };

/** Orders and what became of them. */
export function PositionsTab({ account }: { account: string }) {
  const t = useText("customers");
  const [{ which }, change] = useAddress(filterDefaults);
  const pages = usePages("/api/ops/customers/:account/positions", {
    account,
    which: which as (typeof choices)[number],
    limit: "50",
  });
  return (
    <ListFrame
      filters={
        <Segments
          label={t("which")}
          value={which}
          onChange={(value) => change({ which: value })}
          options={choices.map((value) => ({ value, label: t(`which_${value}`) }))}
        />
      }
    >
      <PagedList
        name={t("tab_positions")}
        pages={pages}
        columns={useColumns()}
        rowKey={(row) => row.id}
        empty={t("no_positions")}
      />
    </ListFrame>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText("customers");
  const words = useText("words");
  return [
    { key: "id", head: t("number"), cell: (row) => row.id },
    {
      key: "stock",
      head: t("stock"),
      cell: (row) => `${inLanguage(row.names)} ${row.code} · ${words(`market_${row.market}`)}`,
    },
    {
      key: "side",
      head: t("side"),
      cell: (row) => `${words(`side_${row.side}`)}${row.leverage === 1 ? "" : ` ×${row.leverage}`}`,
    },
    {
      key: "kind",
      head: t("order_kind"),
      cell: (row) =>
        `${wordFor("words", "order_", row.kind)}${row.hours === "extended" ? ` · ${words("hours_extended")}` : ""}`,
    },
    {
      key: "status",
      head: t("status"),
      cell: (row) => (
        <Badge tone={tones[row.status] ?? "quiet"}>
          {wordFor("words", "position_", String(row.status))}
        </Badge>
      ),
    },
    {
      key: "quantity",
      head: t("quantity"),
      end: true,
      cell: (row) => <Quantity value={row.quantity} />,
    },
    { key: "opened", head: t("opened"), end: true, cell: (row) => <Quantity value={row.opened} /> },
    { key: "closed", head: t("closed"), end: true, cell: (row) => <Quantity value={row.closed} /> },
    {
      key: "price",
      head: t("price"),
      end: true,
      cell: (row) => <Price value={row.open_price ?? row.limit_price} currency={row.market} />,
    },
    {
      key: "realised",
      head: t("realised"),
      end: true,
      cell: (row) => <SignedAmount value={row.realised} currency={row.market} />,
    },
    { key: "placed", head: t("placed"), cell: (row) => <At iso={row.placed_at} /> },
    { key: "ended", head: t("ended"), cell: (row) => <At iso={row.ended_at} /> },
  ];
}
