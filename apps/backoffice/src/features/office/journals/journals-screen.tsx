import { SignedAmount } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Panel } from "../../../shared/kit/panel.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { QueueScreen } from "../../../shared/queue/queue-screen.tsx";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { JournalDialog } from "./journal-dialog.tsx";
import { PostingTable } from "./posting-table.tsx";

type Item = Output<"/api/ops/journals">["items"][number];
type Case = Output<"/api/ops/journals/:id">;

const closed = { new: "" };

/** Corrections by hand: proposed here, approved by another operator, read by the customer. */
export default function JournalsScreen() {
  const t = useText("journals");
  const [{ new: account }, change] = useAddress(closed);
  return (
    <>
      <QueueScreen<Item, Case>
        name="journals"
        title={t("title")}
        decide="approve_proposals"
        reasons="proposals"
        bulkApproval
        sorts={["oldest", "newest", "amount"]}
        columns={[
          { key: "account", head: t("account"), cell: (row) => row.account },
          {
            key: "amount",
            head: t("amount"),
            end: true,
            order: { descending: "amount" },
            cell: (row) => <SignedAmount value={row.amount} currency={row.currency} />,
          },
          {
            key: "proposer",
            head: t("proposer"),
            wide: true,
            clip: true,
            cell: (row) => row.proposed_by?.email ?? <span className="muted">–</span>,
          },
        ]}
        heading={(one) => <SignedAmount value={one.amount} currency={one.currency} />}
        detail={(one) => <JournalDetail one={one} />}
        place={(id) => (id === null ? paths.journals : paths.journal(id))}
        empty={t("empty")}
        actions={<NewButton onNew={() => change({ new: "-" })} />}
        changes={["/api/ops/customers/:account", "/api/ops/customers/:account/postings"]}
      />
      {account !== "" && (
        <JournalDialog
          account={account === "-" ? "" : account}
          onClose={() => change({ new: "" })}
        />
      )}
    </>
  );
}

function NewButton({ onNew }: { onNew: () => void }) {
  const t = useText("journals");
  const shell = useText("shell");
  const lock = useLock()("propose_journal");
  const open = () => (lock === null ? onNew() : toast(lock));
  useShortcuts(shell("shortcuts_list"), [{ keys: "n", label: t("new"), run: open }]);
  return (
    <Button look="primary" icon="plus" keys="n" locked={lock} onClick={open}>
      {t("new")}
    </Button>
  );
}

function JournalDetail({ one }: { one: Case }) {
  const t = useText("journals");
  const { account } = one;
  return (
    <Panel
      title={t("postings")}
      aside={account !== null && <a href={link(paths.customer(account))}>{account}</a>}
    >
      <PostingTable postings={one.postings} currency={one.currency} />
    </Panel>
  );
}
