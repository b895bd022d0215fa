import { Amount } from "@sanshi/ui";
import { useState } from "react";
import { link, paths } from "../../../app/paths.ts";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { CopyText } from "../../../shared/kit/copy-text.tsx";
import { CustomerLinks } from "../../../shared/customer-links.tsx";
import { Facts, Notice, Panel } from "../../../shared/kit/panel.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useLock } from "../../../shared/may.ts";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { AuditedView } from "../../../shared/audited-view.tsx";
import { useText, wordFor } from "../../../shared/text.ts";
import { PaidDialog } from "./paid-dialog.tsx";

type Item = Output<"/api/ops/withdrawals">["items"][number];
type Case = Output<"/api/ops/withdrawals/:id">;

/** Money that customers want out: it is held, and paid when it was approved. */
export default function WithdrawalsScreen() {
  const t = useText("withdrawals");
  return (
    <QueueScreen<Item, Case>
      name="withdrawals"
      title={t("title")}
      decide="decide_withdrawals"
      reasons="withdrawals"
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
        {
          key: "holder",
          head: t("holder"),
          wide: true,
          clip: true,
          cell: (row) => row.holder_name,
        },
      ]}
      heading={(one) => <Amount value={one.amount} currency={one.currency} />}
      detail={(one) => <WithdrawalDetail one={one} />}
      place={(id) => (id === null ? paths.withdrawals : paths.withdrawal(id))}
      empty={t("empty")}
      changes={["/api/ops/customers/:account", "/api/ops/customers/:account/postings"]}
    />
  );
}

function WithdrawalDetail({ one }: { one: Case }) {
  const t = useText("withdrawals");
  return (
    <>
      <Suspicions one={one} />
      <AwaitedBank one={one} />
      <Facts
        facts={[
          one.account === null
            ? null
            : {
                name: t("account"),
                value: <a href={link(paths.customer(one.account))}>{one.account}</a>,
              },
          { name: t("name"), value: one.name ?? t("not_verified") },
          one.name_kana === null ? null : { name: t("name_kana"), value: one.name_kana },
          { name: t("number"), value: one.number },
          { name: t("expected_by"), value: <At iso={one.expected_by} /> },
          { name: t("latest_by"), value: <At iso={one.latest_by} /> },
          one.bank_reference === null
            ? null
            : {
                name: t("bank_reference"),
                value: <span className="mono">{one.bank_reference}</span>,
              },
        ]}
      />
      <Panel title={t("pay_to")}>
        <Bank one={one} />
      </Panel>
    </>
  );
}

/** Approved, and not yet paid by the bank. */
function AwaitedBank({ one }: { one: Case }) {
  const t = useText("withdrawals");
  const lock = useLock()("decide_withdrawals");
  const [asks, setAsks] = useState(false);
  if (one.approved_at === null || one.status !== 0) return null;
  return (
    <Notice tone="info">
      <p>
        {t("awaits_bank")} <At iso={one.approved_at} />
      </p>
      <Button locked={lock} onClick={() => setAsks(true)}>
        {t("paid")}
      </Button>
      {asks && <PaidDialog id={one.id} number={one.number} onClose={() => setAsks(false)} />}
    </Notice>
  );
}

function Bank({ one }: { one: Case }) {
  const t = useText("withdrawals");
  const { bank } = one;
  const withCode = (name: string, code: string | null) =>
    code === null || code === "" ? name : `${name} (${code})`;
  return (
    <Facts
      facts={[
        { name: t("holder"), value: <strong>{bank.holder_name}</strong> },
        { name: t("bank"), value: withCode(bank.bank_name, bank.bank_code) },
        { name: t("branch"), value: withCode(bank.branch_name, bank.branch_code) },
        { name: t("card_type"), value: wordFor("words", "card_", bank.card_type) },
        { name: t("country"), value: bank.country },
        {
          name: t("card_number"),
          value: (
            <AuditedView
              permission="view_documents"
              masked={<span className="mono">{one.card_number}</span>}
              look={() => send("/api/ops/withdrawals/:id/bank-account", { id: one.id })}
            >
              {({ card_number }) => <CopyText text={card_number} />}
            </AuditedView>
          ),
        },
        { name: t("added_at"), value: <At iso={bank.added_at} /> },
      ]}
    />
  );
}

/** What somebody who pays should not have to find out. */
function Suspicions({ one }: { one: Case }) {
  const t = useText("withdrawals");
  if (one.holder_is_customer === false) return <Notice tone="bad">{t("holder_differs")}</Notice>;
  return (
    <>
      {one.holder_is_customer === null && <Notice tone="warn">{t("holder_unclear")}</Notice>}
      {one.same_account_customers.length > 0 && (
        <Notice tone="warn">
          {t("same_account")} <CustomerLinks accounts={one.same_account_customers} />
        </Notice>
      )}
    </>
  );
}
