import { displayDecimal } from "@sanshi/money";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { emptyDraft, type Draft } from "./publish-dialog.tsx";

type Consent = Output<"/api/ops/copy-consents">["items"][number];

type ConsentsProps = { lock: string | null; onWrite: (begin: Draft) => void };

/** Whose own account may be offered, within which bounds, and a product of it begun. */
export function Consents({ lock, onWrite }: ConsentsProps) {
  const t = useText("copyProducts");
  const pages = usePages("/api/ops/copy-consents", { limit: "50" });
  const columns: Column<Consent>[] = [
    { key: "account", head: t("account"), cell: (one) => one.account },
    { key: "shown_as", head: t("shown_as"), cell: (one) => one.shown_as },
    {
      key: "most",
      head: t("capacity_most"),
      end: true,
      cell: (one) => `${displayDecimal(one.capacity_most, 0, 2)} ${one.type.toUpperCase()}`,
    },
    { key: "at", head: t("consented_at"), cell: (one) => <At iso={one.consented_at} /> },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (one) =>
        one.product === null ? (
          <Button look="plain" locked={lock} onClick={() => onWrite(draftOf(one))}>
            {t("write")}
          </Button>
        ) : (
          `pool-${one.product}`
        ),
    },
  ];
  return (
    <Panel title={t("consents")} flush>
      <PagedList
        name={t("consents")}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t("no_consents")}
      />
    </Panel>
  );
}

/** Within the customer's consent: what it does not leave open stands already. */
function draftOf({ id, type, shown_as: issuer, capacity_most: capacity }: Consent): Draft {
  return { ...emptyDraft, strategy: "mirror", consent: id, type, issuer, capacity };
}
