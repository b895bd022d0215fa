import { Amount } from "@sanshi/ui";
import { link, paths } from "../../../app/paths.ts";
import type { Output } from "../../../shared/calls.ts";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At } from "../../../shared/kit/time.tsx";
import { useWholeList } from "../../../shared/queries.ts";
import { useText, wordFor } from "../../../shared/text.ts";

type Case = Output<"/api/ops/customers/:account/cases">["items"][number];

/** Where each kind is decided; a forgotten fund password waits for its time alone. */
function placeOf({ kind, id }: Case, account: string): string | null {
  if (kind === "conversation") return paths.conversation(account);
  if (id === null) return null;
  const place = {
    verification: paths.verification,
    deposit: paths.deposit,
    withdrawal: paths.withdrawal,
    login_password_reset: paths.loginReset,
    second_factor_reset: paths.factorReset,
    loan: paths.loan,
    new_share_payment: null,
    proposal: paths.proposal,
    fund_password_reset: null,
  }[kind];
  return place === null ? null : place(id);
}

/** A proposal is about its kind, and a payment about a stock. */
function aboutOf({ kind, about }: Case): string {
  if (about === null) return "";
  return kind === "proposal" ? wordFor("proposals", "kind_", about) : about;
}

/** Everything that waits about the customer, the oldest first. */
export function CasesTab({ account }: { account: string }) {
  const t = useText("customers");
  const pages = useWholeList("/api/ops/customers/:account/cases", { account });
  const columns: Column<Case>[] = [
    {
      key: "kind",
      head: t("kind"),
      grow: true,
      cell: (row) => {
        const name = [t(`case_${row.kind}`), aboutOf(row)]
          .filter((word) => word !== "")
          .join(" · ");
        const place = placeOf(row, account);
        return place === null ? name : <a href={link(place)}>{name}</a>;
      },
    },
    {
      key: "amount",
      head: t("amount"),
      end: true,
      cell: (row) =>
        row.amount === null ? (
          <span className="muted">–</span>
        ) : (
          <>
            <Amount value={row.amount} /> {row.currency}
          </>
        ),
    },
    { key: "since", head: t("since"), cell: (row) => <At iso={row.since} /> },
    { key: "due", head: t("due_at"), cell: (row) => <At iso={row.due_at} /> },
  ];
  return (
    <ListFrame>
      <PagedList
        name={t("tab_cases")}
        pages={pages}
        columns={columns}
        rowKey={(row) => `${row.kind}:${row.id ?? row.about}`}
        empty={t("no_cases")}
      />
    </ListFrame>
  );
}
