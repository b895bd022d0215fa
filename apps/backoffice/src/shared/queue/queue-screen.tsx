import type { ReviewItem } from "@sanshi/contract";
import { useNavigate, useParams } from "react-router";
import { useAddress } from "../address.ts";
import { ListFrame } from "../kit/list-frame.tsx";
import { PagedList } from "../kit/paged-list.tsx";
import { Workbench } from "../kit/screen.tsx";
import { Split } from "../kit/split.tsx";
import { usePolling } from "../presence.ts";
import { usePages } from "../queries.ts";
import { useText } from "../text.ts";
import { useListKeys } from "../list-keys.ts";
import { useBulk } from "./bulk-bar.tsx";
import { CasePane } from "./case-pane.tsx";
import { QueueFilters } from "./queue-filters.tsx";
import { sharedColumns } from "./shared-columns.tsx";
import type { Queue, QueueSort } from "./queue.ts";

const refetchMs = 30_000;
const rowsPerPage = "50";
const filterDefaults = { state: "", q: "", sort: "", claimed: "" };

/**
 * A queue: the list with its filters, and beside it the case that is open. Everything that narrows
 * the list stands in the address, and so does the case.
 */
export function QueueScreen<Item extends ReviewItem, Case extends Item>(queue: Queue<Item, Case>) {
  const t = useText("queue");
  const navigate = useNavigate();
  const { id = null } = useParams();
  const [filter, change] = useAddress(filterDefaults);
  const order = (filter.sort || queue.sorts[0]) as QueueSort;
  const pages = usePages(
    // Every queue has the same call for its list; `Item` is what this one answers.
    `/api/ops/${queue.name}` as "/api/ops/proposals",
    {
      ...(filter.state !== "" && { state: filter.state }),
      ...(filter.q !== "" && { q: filter.q }),
      sort: order,
      ...(filter.claimed !== "" && { claimed: filter.claimed as "mine" | "nobody" }),
      limit: rowsPerPage,
    },
    { refetchInterval: usePolling(refetchMs) },
  );
  const rows = pages.rows as unknown as readonly Item[];
  const search = new URLSearchParams(
    Object.entries(filter).filter(([, value]) => value !== ""),
  ).toString();
  const address = (to: string | null) => `${queue.place(to)}${search === "" ? "" : `?${search}`}`;
  const open = (to: string | null) => void navigate(address(to), { replace: id !== null });
  useListKeys({
    keys: rows.map((row) => row.id),
    cursor: id,
    onMove: open,
    onOpen: focusDetail,
    onBack: id === null ? null : () => open(null),
  });
  const bulk = useBulk(queue, rows);
  const columns = [...queue.columns, ...sharedColumns<Item>()];
  return (
    <Workbench title={queue.title} actions={queue.actions}>
      <Split
        list={
          <ListFrame
            foot={bulk.bar}
            filters={
              <QueueFilters
                queue={queue.name}
                filter={filter}
                onChange={change}
                sorts={queue.sorts}
                narrow={id !== null}
              />
            }
          >
            <PagedList
              name={queue.title}
              pages={{ ...pages, rows }}
              columns={columns}
              rowKey={(row) => row.id}
              href={(row) => `#${address(row.id)}`}
              onOpen={(row) => open(row.id)}
              cursor={id}
              narrow={id !== null}
              selection={bulk.selection}
              order={order}
              onOrder={(sort) => change({ sort: sort === queue.sorts[0] ? "" : sort })}
              empty={filter.state === "" && filter.q === "" ? queue.empty : t("nothing_matches")}
            />
          </ListFrame>
        }
        detail={
          id === null ? null : (
            <CasePane
              key={id}
              id={id}
              queue={queue}
              row={rows.find((row) => row.id === id)}
              onClose={() => open(null)}
            />
          )
        }
      />
      {bulk.dialog}
    </Workbench>
  );
}

function focusDetail(): void {
  document.querySelector<HTMLElement>("[data-detail]")?.focus();
}
