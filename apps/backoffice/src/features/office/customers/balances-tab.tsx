import { Amount, SignedAmount } from "@sanshi/ui";
import { useState } from "react";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { CheckField } from "../../../shared/kit/fields.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { ListFiles } from "../../../shared/kit/list-tools.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Split } from "../../../shared/kit/split.tsx";
import { DataTable, type Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useListKeys } from "../../../shared/list-keys.ts";
import { usePages } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";
import type { Customer } from "./customer.ts";
import styles from "./customer.module.css";

type Balance = Customer["balances"][number];
type Posting = Output<"/api/ops/customers/:account/postings">["items"][number];

const noLedgerAccount = { ledger: "" };

/** Every balance of the customer, and behind the open one the postings that it is the sum of. */
export function BalancesTab({ customer }: { customer: Customer }) {
  const t = useText("customers");
  const [{ ledger }, change] = useAddress(noLedgerAccount);
  const [all, setAll] = useState(false);
  const used = customer.balances.filter((row) => row.postings > 0);
  const rows = all ? customer.balances : used;
  const shown = customer.balances.find((row) => row.ledger_account === ledger) ?? used[0] ?? null;
  const open = (key: string) => change({ ledger: key });
  useListKeys({
    keys: rows.map((row) => row.ledger_account),
    cursor: shown?.ledger_account ?? null,
    onMove: open,
    onOpen: open,
    onBack: null,
  });
  return (
    <Split
      list={
        <ListFrame
          tools={
            <ListFiles
              list="/api/ops/customers/:account#balances"
              filter={`account=${customer.account}`}
            />
          }
          foot={
            <CheckField checked={all} onChange={setAll}>
              {t("show_unused", { count: customer.balances.length - used.length })}
            </CheckField>
          }
        >
          <DataTable
            name={t("tab_balances")}
            columns={useBalanceColumns()}
            rows={rows}
            rowKey={(row) => row.ledger_account}
            onOpen={(row) => open(row.ledger_account)}
            cursor={shown?.ledger_account}
          />
        </ListFrame>
      }
      detail={
        shown === null ? (
          <p className={styles["empty"]}>{t("choose_balance")}</p>
        ) : (
          <Postings key={shown.ledger_account} account={customer.account} balance={shown} />
        )
      }
    />
  );
}

function useBalanceColumns(): Column<Balance>[] {
  const t = useText("customers");
  return [
    { key: "currency", head: t("currency"), cell: (row) => row.currency },
    {
      key: "purpose",
      head: t("purpose"),
      grow: true,
      cell: (row) => wordFor("words", "purpose_", row.purpose),
    },
    {
      key: "balance",
      head: t("balance"),
      end: true,
      cell: (row) => <Amount value={row.balance} />,
    },
    { key: "postings", head: t("postings"), end: true, cell: (row) => row.postings },
  ];
}

function Postings({ account, balance }: { account: string; balance: Balance }) {
  const t = useText("customers");
  const pages = usePages("/api/ops/customers/:account/postings", {
    account,
    ledger_account: balance.ledger_account,
    limit: "50",
  });
  const columns: Column<Posting>[] = [
    { key: "at", head: t("at"), cell: (row) => <At iso={row.happened_at} /> },
    {
      key: "kind",
      head: t("kind"),
      cell: (row) => (
        <span className={styles["against"]}>
          {wordFor("words", "kind_", row.kind)}
          <Against sides={row.against} />
        </span>
      ),
    },
    {
      key: "amount",
      head: t("amount"),
      end: true,
      cell: (row) => <SignedAmount value={row.amount} />,
    },
    {
      key: "after",
      head: t("balance_after"),
      end: true,
      cell: (row) => <Amount value={row.balance_after} />,
    },
  ];
  const name = `${balance.currency} · ${wordFor("words", "purpose_", balance.purpose)}`;
  return (
    <ListFrame
      filters={
        <span className={styles["foot"]}>
          <strong>{name}</strong>
          <Amount value={balance.balance} currency={balance.currency} />
        </span>
      }
    >
      <PagedList
        name={name}
        pages={pages}
        columns={columns}
        rowKey={(row) => `${row.transfer_id}-${row.version}`}
        empty={t("no_postings")}
      />
    </ListFrame>
  );
}

/** The other sides of a transfer; the house's accounts are marked as such. */
function Against({ sides }: { sides: Posting["against"] }) {
  const t = useText("customers");
  return sides.map(({ owner, purpose, currency, amount }, index) => {
    const name = wordFor("words", "purpose_", purpose);
    return (
      <span key={index} className={styles["side"]}>
        {owner === "house" ? t("house_side", { name }) : name}{" "}
        <Amount value={amount} currency={currency} />
      </span>
    );
  });
}
