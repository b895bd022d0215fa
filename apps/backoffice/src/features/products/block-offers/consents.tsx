import { serverNow } from "@sanshi/web/server-clock";
import { inLanguage } from "@sanshi/web/language";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { draftOfConsent, type BlockDraft } from "./block-offer-draft.ts";

type Consent = Output<"/api/ops/block-consents">["items"][number];

type ConsentsProps = { lock: string | null; onWrite: (begin: BlockDraft) => void };

/** What customers allow to be offered of their own, and an offer of it begun. */
export function Consents({ lock, onWrite }: ConsentsProps) {
  const t = useText("blockOffers");
  const pages = usePages("/api/ops/block-consents", { limit: "50" });
  const columns: Column<Consent>[] = [
    {
      key: "stock",
      head: t("stock"),
      cell: (one) => `${inLanguage(one.names)} (${one.code})`,
    },
    { key: "account", head: t("account"), cell: (one) => one.account },
    { key: "quantity", head: t("quantity"), end: true, cell: (one) => one.quantity },
    { key: "floor", head: t("floor_price"), end: true, cell: (one) => one.floor_price },
    { key: "most", head: t("discount_most"), end: true, cell: (one) => `${one.discount_most}%` },
    {
      key: "lock",
      head: t("consent_lock_up"),
      end: true,
      cell: (one) => String(one.lock_up_days),
    },
    { key: "until", head: t("consent_until"), cell: (one) => <At iso={one.expires_at} /> },
    {
      key: "actions",
      head: "",
      end: true,
      cell: (one) => (
        <Button
          look="plain"
          locked={lock}
          onClick={() => onWrite(draftOfConsent(one, serverNow()))}
        >
          {t("write")}
        </Button>
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
