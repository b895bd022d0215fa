import { displayDecimal } from "@sanshi/money";
import { inLanguage } from "@sanshi/web/language";
import { useState } from "react";
import type { Output } from "../../../shared/calls.ts";
import { Badge } from "../../../shared/kit/badge.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { Dialog, DialogBody } from "../../../shared/kit/dialog.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import type { Row } from "./act-dialogs.tsx";
import { ReplayPanel } from "./replay-panel.tsx";

export type Valuation = Output<"/api/ops/copy-products/:id/valuations">["items"][number];

/** Each valuation with what it follows from, and whether its own rows give it once more. */
export function ValuationsDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText("copyProducts");
  const [replayed, setReplayed] = useState<Valuation | null>(null);
  const pages = usePages("/api/ops/copy-products/:id/valuations", { id: row.id, limit: "20" });
  const columns: Column<Valuation>[] = [
    { key: "number", head: "#", end: true, cell: ({ number }) => String(number) },
    { key: "at", head: t("valued_at"), cell: (one) => <At iso={one.valued_at} /> },
    {
      key: "recompute",
      head: "",
      cell: (one) => (
        <Button look="plain" onClick={() => setReplayed(one)}>
          {t("recompute")}
        </Button>
      ),
    },
    {
      key: "unit",
      head: t("unit_value"),
      end: true,
      cell: (one) => displayDecimal(one.unit_value, 2, 4),
    },
    { key: "gross", head: t("gross"), end: true, cell: (one) => displayDecimal(one.gross, 0, 2) },
    {
      key: "fees",
      head: t("fees"),
      end: true,
      cell: (one) =>
        `${displayDecimal(one.management_fee, 0, 2)} + ${displayDecimal(one.performance_fee, 0, 2)}`,
    },
    {
      key: "flows",
      head: t("flows"),
      end: true,
      cell: (one) => `+${displayDecimal(one.paid_in, 0, 2)} −${displayDecimal(one.paid_out, 0, 2)}`,
    },
    {
      key: "replays",
      head: t("replays"),
      cell: (one) => (
        <Badge tone={one.replays ? "quiet" : "bad"}>{t(one.replays ? "yes" : "no")}</Badge>
      ),
    },
  ];
  return (
    <Dialog title={`${t("valuations")} – ${inLanguage(row.names)}`} onClose={onClose} wide>
      <DialogBody>
        {replayed === null ? (
          <PagedList
            name={t("valuations")}
            pages={pages}
            columns={columns}
            rowKey={({ number }) => String(number)}
            empty={t("no_valuations")}
          />
        ) : (
          <ReplayPanel id={row.id} valuation={replayed} onBack={() => setReplayed(null)} />
        )}
      </DialogBody>
    </Dialog>
  );
}
