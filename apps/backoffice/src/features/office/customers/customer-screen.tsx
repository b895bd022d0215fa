import { useState } from "react";
import { useNavigate, useParams } from "react-router";
import { paths, routes } from "../../../app/paths.ts";
import { CustomerStateBadge, VerificationBadge } from "../../../shared/customer-states.tsx";
import { Button } from "../../../shared/kit/button.tsx";
import { Failed } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import { SkeletonTable } from "../../../shared/kit/skeleton-table.tsx";
import { TabBar } from "../../../shared/kit/tab-bar.tsx";
import { At, RealAt } from "../../../shared/kit/time.tsx";
import { useShortcuts } from "../../../shared/keys.ts";
import { useLock } from "../../../shared/may.ts";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { TemplateButton } from "../../../shared/template-dialog.tsx";
import { toast } from "../../../shared/toast.ts";
import { AssetsTab } from "./assets-tab.tsx";
import { CasesTab } from "./cases-tab.tsx";
import { IdentityTab } from "./identity-tab.tsx";
import { NotesTab } from "./notes-tab.tsx";
import { ActivityTab } from "./activity-tab.tsx";
import { CreditLimitDialog } from "./credit-limit-dialog.tsx";
import { BalancesTab } from "./balances-tab.tsx";
import { FillsTab } from "./fills-tab.tsx";
import { LoansTab } from "./loans-tab.tsx";
import { MessageDialog } from "./message-dialog.tsx";
import { MessagesTab } from "./messages-tab.tsx";
import { PendingState } from "./pending-state.tsx";
import { PositionsTab } from "./positions-tab.tsx";
import { RecordsTab } from "./records-tab.tsx";
import { RestrictionNote } from "./restriction-note.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { StateDialog } from "./state-dialog.tsx";
import styles from "./customer.module.css";
import type { Customer } from "./customer.ts";

const tabs = [
  "balances",
  "assets",
  "identity",
  "cases",
  "notes",
  "positions",
  "fills",
  "records",
  "loans",
  "sessions",
  "messages",
  "activity",
] as const;
type Tab = (typeof tabs)[number];

/** One customer: how the account stands, and everything behind it, a tab each. */
export default function CustomerScreen() {
  const { account = "", tab } = useParams();
  const customer = useCall("/api/ops/customers/:account", { account });
  const shown = tabs.find((name) => name === tab) ?? "balances";
  return (
    <Workbench
      title={account}
      note={customer.data !== undefined && <Note customer={customer.data} />}
      actions={customer.data !== undefined && <Actions customer={customer.data} />}
    >
      {customer.data === undefined && customer.isError && (
        <Failed error={customer.error} onRetry={() => void customer.refetch()} />
      )}
      {customer.data === undefined && !customer.isError && <SkeletonTable />}
      {customer.data !== undefined && <Tabs customer={customer.data} tab={shown} />}
    </Workbench>
  );
}

function Note({ customer }: { customer: Customer }) {
  const t = useText("customers");
  return (
    <span className={styles["note"]}>
      {customer.name !== null && (
        <span className={styles["person"]}>
          <b>{customer.name}</b>
          {customer.name_kana}
        </span>
      )}
      <VerificationBadge status={customer.verification} />
      <CustomerStateBadge state={customer.state} />
      <span>
        {t("registered")} <At iso={customer.registered_at} />
      </span>
      <span>
        {t("last_seen")} <RealAt iso={customer.last_seen_at} />
      </span>
      <span>
        {t("invitation")} {customer.invitation_code}
      </span>
      <span>{t("invited", { count: customer.invited })}</span>
    </span>
  );
}

function Actions({ customer }: { customer: Customer }) {
  const t = useText("customers");
  const shell = useText("shell");
  const lock = useLock();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"state" | "credit" | "message" | null>(null);
  const stateLock = lock("change_customer_state");
  const journalLock = lock("propose_journal");
  const creditLock = lock("manage_instruments");
  const messageLock = lock("message_customers");
  const write = () => (messageLock === null ? setOpen("message") : toast(messageLock));
  const change = () => (stateLock === null ? setOpen("state") : toast(stateLock));
  const limitCredit = () => (creditLock === null ? setOpen("credit") : toast(creditLock));
  const book = () =>
    journalLock === null
      ? void navigate(`${routes.journals}?new=${customer.account}`)
      : toast(journalLock);
  useShortcuts(shell("shortcuts_entry"), [
    { keys: "m", label: t("write_message"), run: write },
    { keys: "s", label: t("change_state"), run: change },
    { keys: "l", label: t("credit_limit"), run: limitCredit },
    { keys: "b", label: t("propose_journal"), run: book },
    { keys: "Escape", label: shell("key_back"), run: () => void navigate(routes.customers) },
  ]);
  return (
    <>
      <Button keys="l" icon="loan" locked={creditLock} onClick={limitCredit}>
        {t("credit_limit")}
      </Button>
      <Button keys="b" icon="exchange" locked={journalLock} onClick={book}>
        {t("propose_journal")}
      </Button>
      <TemplateButton account={customer.account} place="customer" />
      <Button keys="s" icon="lock" locked={stateLock} onClick={change}>
        {t("change_state")}
      </Button>
      {open === "state" && <StateDialog customer={customer} onClose={() => setOpen(null)} />}
      {open === "message" && (
        <MessageDialog account={customer.account} onClose={() => setOpen(null)} />
      )}
      {open === "credit" && <CreditLimitDialog customer={customer} onClose={() => setOpen(null)} />}
    </>
  );
}

function Tabs({ customer, tab }: { customer: Customer; tab: Tab }) {
  const t = useText("customers");
  const shell = useText("shell");
  const navigate = useNavigate();
  const go = (to: Tab) => void navigate(paths.customer(customer.account, to), { replace: true });
  const step = (by: number) => () => {
    const at = (tabs.indexOf(tab) + by + tabs.length) % tabs.length;
    go(tabs[at] ?? "balances");
  };
  useShortcuts(shell("shortcuts_entry"), [
    { keys: "[", label: t("previous_tab"), run: step(-1) },
    { keys: "]", label: t("next_tab"), run: step(1) },
  ]);
  const counts: Partial<Record<Tab, number>> = {
    positions: customer.open_positions,
    sessions: customer.sessions,
  };
  const { account } = customer;
  return (
    <>
      {customer.restriction !== null && <RestrictionNote restriction={customer.restriction} />}
      {customer.pending !== null && <PendingState customer={customer} />}
      <TabBar
        label={account}
        value={tab}
        onChange={go}
        options={tabs.map((value) => ({ value, label: t(`tab_${value}`), count: counts[value] }))}
      />
      <div className={styles["tab"]} role="tabpanel" aria-label={t(`tab_${tab}`)}>
        {tab === "balances" && <BalancesTab customer={customer} />}
        {tab === "assets" && <AssetsTab account={account} />}
        {tab === "identity" && <IdentityTab account={account} />}
        {tab === "cases" && <CasesTab account={account} />}
        {tab === "notes" && <NotesTab account={account} />}
        {tab === "positions" && <PositionsTab account={account} />}
        {tab === "fills" && <FillsTab account={account} />}
        {tab === "records" && <RecordsTab account={account} />}
        {tab === "loans" && <LoansTab account={account} />}
        {tab === "sessions" && <SessionsTab account={account} />}
        {tab === "messages" && <MessagesTab account={account} />}
        {tab === "activity" && <ActivityTab account={account} />}
      </div>
    </>
  );
}
