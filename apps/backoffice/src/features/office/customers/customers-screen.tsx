import type { CustomerState } from "@sanshi/contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { useAddress } from "../../../shared/address.ts";
import type { Output } from "../../../shared/calls.ts";
import { CustomerStateBadge, VerificationBadge } from "../../../shared/customer-states.tsx";
import { customerStates, seenWithinDays } from "@sanshi/contract/constants";
import { Pick, SearchBox, Segments } from "../../../shared/kit/filters.tsx";
import { ListFrame } from "../../../shared/kit/list-frame.tsx";
import { PagedList } from "../../../shared/kit/paged-list.tsx";
import { Workbench } from "../../../shared/kit/screen.tsx";
import type { Column } from "../../../shared/kit/table.tsx";
import { At, RealAt } from "../../../shared/kit/time.tsx";
import { useListKeys } from "../../../shared/list-keys.ts";
import { usePages } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

type Row = Output<"/api/ops/customers">["items"][number];

const rowsPerPage = "50";
const filterDefaults = { q: "", state: "", review: "", seen: "", sort: "newest" };
const orders = ["newest", "oldest", "account"] as const;

/** Every customer, by account, state and invitation. */
export default function CustomersScreen() {
  const t = useText("customers");
  const navigate = useNavigate();
  const [filter, change] = useAddress(filterDefaults);
  const seen = seenWithinDays.find((days) => days === filter.seen);
  const [cursor, setCursor] = useState<string | null>(null);
  const pages = usePages("/api/ops/customers", {
    ...(filter.q !== "" && { q: filter.q }),
    ...(filter.state !== "" && { state: filter.state as CustomerState }),
    ...(filter.review === "overdue" && { review: "overdue" as const }),
    ...(seen !== undefined && { seen }),
    sort: filter.sort as (typeof orders)[number],
    limit: rowsPerPage,
  });
  const open = (account: string) => void navigate(paths.customer(account));
  useListKeys({
    keys: pages.rows.map((row) => row.account),
    cursor,
    onMove: setCursor,
    onOpen: open,
    onBack: cursor === null ? null : () => setCursor(null),
  });
  return (
    <Workbench title={t("title")}>
      <ListFrame filters={<Filters filter={filter} onChange={change} />}>
        <PagedList
          name={t("title")}
          pages={pages}
          columns={useColumns()}
          rowKey={(row) => row.account}
          href={(row) => link(paths.customer(row.account))}
          onOpen={(row) => open(row.account)}
          cursor={cursor}
          order={filter.sort}
          onOrder={(sort) => change({ sort })}
          empty={
            [filter.q, filter.state, filter.review, filter.seen].every((value) => value === "")
              ? t("empty")
              : t("nothing_matches")
          }
        />
      </ListFrame>
    </Workbench>
  );
}

type Filter = Record<keyof typeof filterDefaults, string>;
type FiltersProps = { filter: Filter; onChange: (some: Partial<Filter>) => void };

function Filters({ filter, onChange }: FiltersProps) {
  const t = useText("customers");
  const words = useText("words");
  const shell = useText("shell");
  return (
    <>
      <SearchBox
        label={t("search")}
        placeholder={t("search_short")}
        value={filter.q}
        onChange={(q) => onChange({ q })}
        main
      />
      <Segments
        label={t("state")}
        value={filter.state}
        onChange={(state) => onChange({ state })}
        options={[
          { value: "", label: shell("all") },
          ...customerStates.map((state) => ({ value: state, label: words(`state_${state}`) })),
        ]}
      />
      <Segments
        label={t("review_at")}
        value={filter.review}
        onChange={(review) => onChange({ review })}
        options={[
          { value: "", label: shell("all") },
          { value: "overdue", label: t("review_overdue") },
        ]}
      />
      <Pick
        label={t("seen")}
        value={filter.seen}
        onChange={(seen) => onChange({ seen })}
        options={[
          { value: "", label: t("seen_any") },
          ...seenWithinDays.map((value) => ({ value, label: t(`seen_${value}`) })),
        ]}
      />
      <Pick
        label={t("order")}
        value={filter.sort}
        onChange={(sort) => onChange({ sort })}
        options={orders.map((value) => ({ value, label: t(`order_${value}`) }))}
      />
    </>
  );
}

function useColumns(): Column<Row>[] {
  const t = useText("customers");
  const none = <span className="muted">–</span>;
  return [
    {
      key: "account",
      head: t("account"),
      order: { ascending: "account" },
      cell: (row) => row.account,
    },
    {
      key: "name",
      head: t("name"),
      clip: true,
      cell: (row) => (row.name === null ? none : [row.name, row.name_kana].join(" ")),
    },
    {
      key: "verification",
      head: t("verification"),
      cell: (row) => <VerificationBadge status={row.verification} />,
    },
    { key: "state", head: t("state"), cell: (row) => <CustomerStateBadge state={row.state} /> },
    {
      key: "review",
      head: t("review_at"),
      cell: (row) => (row.review_at === null ? none : <At iso={row.review_at} />),
    },
    {
      key: "registered",
      head: t("registered"),
      order: { ascending: "oldest", descending: "newest" },
      cell: (row) => <At iso={row.registered_at} />,
    },
    { key: "seen", head: t("last_seen"), cell: (row) => <RealAt iso={row.last_seen_at} /> },
    { key: "code", head: t("invitation"), cell: (row) => row.invitation_code },
    {
      key: "inviter",
      head: t("inviter"),
      cell: (row) =>
        row.inviter === null ? none : <a href={link(paths.customer(row.inviter))}>{row.inviter}</a>,
    },
  ];
}
