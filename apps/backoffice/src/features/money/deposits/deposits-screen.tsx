import { Amount } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { DocumentPhotos } from "../../../shared/document-photos.tsx";
import { CopyText } from "../../../shared/kit/copy-text.tsx";
import { Facts, Notice } from "../../../shared/kit/panel.tsx";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { useText } from "../../../shared/text.ts";

type Item = Output<"/api/ops/deposits">["items"][number];
type Case = Output<"/api/ops/deposits/:id">;

/** Money that customers say they have sent: it is theirs when somebody has seen it arrive. */
export default function DepositsScreen() {
  const t = useText("deposits");
  return (
    <QueueScreen<Item, Case>
      name="deposits"
      title={t("title")}
      decide="decide_deposits"
      reasons="deposits"
      sorts={["due", "newest", "oldest", "amount"]}
      columns={[
        { key: "number", head: t("number"), cell: (row) => row.number },
        { key: "account", head: t("account"), cell: (row) => row.account },
        {
          key: "amount",
          head: t("amount"),
          end: true,
          order: { descending: "amount" },
          cell: (row) => <Amount value={row.amount} currency={row.currency} />,
        },
        { key: "channel", head: t("channel"), wide: true, clip: true, cell: (row) => row.channel },
      ]}
      heading={(one) => <Amount value={one.amount} currency={one.currency} />}
      detail={(one) => <DepositDetail one={one} />}
      place={(id) => (id === null ? paths.deposits : paths.deposit(id))}
      empty={t("empty")}
      changes={["/api/ops/customers/:account", "/api/ops/customers/:account/postings"]}
    />
  );
}

function DepositDetail({ one }: { one: Case }) {
  const t = useText("deposits");
  return (
    <>
      {one.same_receipts_before > 0 && (
        <Notice tone="warn">{t("same_receipt", { count: one.same_receipts_before })}</Notice>
      )}
      <Facts
        facts={[
          one.account === null
            ? null
            : {
                name: t("account"),
                value: <a href={link(paths.customer(one.account))}>{one.account}</a>,
              },
          { name: t("name"), value: one.name ?? t("not_verified") },
          { name: t("number"), value: one.number },
          { name: t("channel"), value: one.channel },
          { name: t("reference"), value: <CopyText text={one.reference} /> },
        ]}
      />
      <DocumentPhotos photos={[{ id: one.receipt_document_id, name: t("receipt") }]} />
    </>
  );
}
