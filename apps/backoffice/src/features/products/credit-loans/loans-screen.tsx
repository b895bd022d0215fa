import { Amount } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { CreditFile, loanPurposeKeys } from "../../../shared/credit-file.tsx";
import { Facts, Panel } from "../../../shared/kit/panel.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { useText } from "../../../shared/text.ts";

type Item = Output<"/api/ops/loans">["items"][number];
type Case = Output<"/api/ops/loans/:id">;

/** Applications for loans: the score speaks for itself, two people decide. */
export default function LoansScreen() {
  const t = useText("loans");
  return (
    <QueueScreen<Item, Case>
      name="loans"
      title={t("title")}
      decide="decide_loans"
      reasons="loans"
      sorts={["oldest", "newest", "amount"]}
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
          key: "term",
          head: t("term"),
          wide: true,
          cell: (row) => t("days", { days: row.term_days }),
        },
        {
          key: "purpose",
          head: t("purpose"),
          wide: true,
          cell: (row) => t(loanPurposeKeys[row.purpose]),
        },
      ]}
      heading={(one) => <Amount value={one.amount} currency={one.currency} />}
      detail={(one) => <LoanDetail one={one} />}
      place={(id) => (id === null ? paths.loans : paths.loan(id))}
      empty={t("empty")}
      changes={[
        "/api/ops/customers/:account",
        "/api/ops/customers/:account/loans",
        "/api/ops/customers/:account/postings",
        "/api/ops/loan-report",
      ]}
    />
  );
}

function LoanDetail({ one }: { one: Case }) {
  const t = useText("loans");
  return (
    <>
      <Facts
        facts={[
          one.account === null
            ? null
            : {
                name: t("account"),
                value: <a href={link(paths.customer(one.account, "loans"))}>{one.account}</a>,
              },
          { name: t("name"), value: one.name ?? t("not_verified") },
          { name: t("number"), value: one.number },
          { name: t("term"), value: t("days", { days: one.term_days }) },
          { name: t("purpose"), value: t(loanPurposeKeys[one.purpose]) },
          { name: t("yearly_rate"), value: `${one.yearly_rate} %` },
          { name: t("overdue_rate"), value: `${one.overdue_rate} %` },
          one.due_on === null ? null : { name: t("due_on"), value: one.due_on },
        ]}
      />
      <WalletPanel wallet={one.wallet} />
      <CreditFile account={one.account} score={one.score} limits={one.limits} loans={one.loans} />
    </>
  );
}

type Wallet = Case["wallet"];

/** Beside the average of thirty days, what there is today: the one may be long gone. */
function WalletPanel({ wallet }: { wallet: Wallet }) {
  const t = useText("loans");
  const amount = (
    name: "available" | "frozen" | "holdings_value" | "total_debt" | "net_assets",
  ): Column<Wallet[number]> => ({
    key: name,
    head: t(name),
    end: true,
    cell: (row) => <Amount value={row[name]} />,
  });
  return (
    <Panel title={t("wallet")} flush>
      <DataTable
        name={t("wallet")}
        rows={wallet}
        rowKey={(row) => row.currency}
        columns={[
          { key: "currency", head: t("currency"), grow: true, cell: (row) => row.currency },
          amount("net_assets"),
          amount("available"),
          amount("frozen"),
          amount("holdings_value"),
          amount("total_debt"),
        ]}
      />
    </Panel>
  );
}
