import { EmptyState } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { VerificationBadge } from "../../../shared/customer-states.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";
import styles from "./customer.module.css";

type Identity = Output<"/api/ops/customers/:account/identity">;
type Verification = Identity["verifications"][number];
type Card = Identity["cards"][number];

/** Who the customer is, and to which accounts of theirs money is paid. */
export function IdentityTab({ account }: { account: string }) {
  const t = useText("customers");
  const identity = useCall("/api/ops/customers/:account/identity", { account });
  const verificationColumns = useVerificationColumns();
  const cardColumns = useCardColumns();
  if (identity.data === undefined) {
    return identity.isError ? (
      <Failed error={identity.error} onRetry={() => void identity.refetch()} />
    ) : (
      <SkeletonTable />
    );
  }
  const { verifications, cards } = identity.data;
  const csvOf = (table: "verifications" | "cards") => (
    <ListFiles
      list={`/api/ops/customers/:account/identity#${table}`}
      filter={`account=${account}`}
    />
  );
  return (
    <div className={styles["panels"]} tabIndex={0}>
      <Panel title={t("verifications")} aside={csvOf("verifications")} flush>
        {verifications.length === 0 ? (
          <EmptyState picture="list" sentence={t("no_verifications")} />
        ) : (
          <DataTable
            name={t("verifications")}
            columns={verificationColumns}
            rows={verifications}
            rowKey={(row) => row.id}
          />
        )}
      </Panel>
      <Panel title={t("cards")} aside={csvOf("cards")} flush>
        {cards.length === 0 ? (
          <EmptyState picture="list" sentence={t("no_cards")} />
        ) : (
          <DataTable
            name={t("cards")}
            columns={cardColumns}
            rows={cards}
            rowKey={(row) => row.id}
          />
        )}
      </Panel>
    </div>
  );
}

function useVerificationColumns(): Column<Verification>[] {
  const t = useText("customers");
  const words = useText("words");
  return [
    {
      key: "case",
      head: t("number"),
      cell: (row) => <a href={link(paths.verification(row.id))}>{row.id}</a>,
    },
    { key: "name", head: t("name"), grow: true, cell: (row) => row.name },
    { key: "kana", head: t("name_kana"), cell: (row) => row.name_kana ?? "–" },
    { key: "id", head: t("id_type"), cell: (row) => words(`id_${row.id_type}`) },
    { key: "id_number", head: t("id_number"), cell: (row) => row.id_number_masked },
    { key: "state", head: t("state"), cell: (row) => <VerificationBadge status={row.status} /> },
    { key: "submitted", head: t("submitted"), cell: (row) => <At iso={row.submitted_at} /> },
    { key: "decided", head: t("decided"), cell: (row) => <At iso={row.decided_at} /> },
  ];
}

function useCardColumns(): Column<Card>[] {
  const t = useText("customers");
  return [
    { key: "holder", head: t("holder"), grow: true, cell: (row) => row.holder_name },
    {
      key: "bank",
      head: t("bank"),
      cell: (row) => `${row.bank_name} ${row.branch_name} (${row.branch_code})`,
    },
    { key: "type", head: t("kind"), cell: (row) => wordFor("words", "card_", row.card_type) },
    { key: "card", head: t("card_number"), cell: (row) => row.card_number },
    { key: "added", head: t("added"), cell: (row) => <At iso={row.added_at} /> },
    { key: "usable", head: t("usable_from"), cell: (row) => <At iso={row.usable_from} /> },
  ];
}
