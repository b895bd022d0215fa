import type { DeskList } from "@sanshi/contract/constants";
import { EmptyState } from "@sanshi/ui";
import type { ReactNode } from "react";
import type { Pages } from "../queries.ts";
import { useText } from "../text.ts";
import { createPortal } from "react-dom";
import { deskListOf, useOwnList } from "../own-lists.ts";
import { Button } from "./button.tsx";
import { useToolsPlace } from "./list-frame.tsx";
import { ListTools } from "./list-tools.tsx";
import { SkeletonTable } from "./skeleton-table.tsx";
import { DataTable, type Column, type Selection } from "./table.tsx";
import styles from "./paged-list.module.css";

type PagedListProps<Row> = {
  name: string;
  pages: Pages<Row>;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  href?: (row: Row) => string;
  onOpen?: (row: Row) => void;
  cursor?: string | null;
  narrow?: boolean;
  selection?: Selection<Row> | undefined;
  order?: string;
  onOrder?: (order: string) => void;
  empty: string;
  /** The next step of an empty list. */
  children?: ReactNode;
};

/** A table that is waiting, failing, empty or full, what comes after its last row, and the tools of a list. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const place = useToolsPlace();
  const tools = <ListTools source={props.pages.source} columns={props.columns} />;
  const list = deskListOf(props.pages.source.path);
  return (
    <>
      {place === null ? <div className={styles["tools"]}>{tools}</div> : createPortal(tools, place)}
      {list === null ? <Rows {...props} /> : <OwnRows {...props} list={list} />}
    </>
  );
}

/** Without the columns that the operator left out. */
function OwnRows<Row>({ list, ...props }: PagedListProps<Row> & { list: DeskList }) {
  const { hidden } = useOwnList(list);
  const columns = props.columns.filter(({ key }, index) => index === 0 || !hidden.has(key));
  return <Rows {...props} columns={columns} />;
}

function Rows<Row>({ pages, empty, children, ...table }: PagedListProps<Row>) {
  const t = useText("shell");
  if (pages.rows.length === 0) {
    if (pages.error !== null) return <Failed error={pages.error} onRetry={pages.retry} />;
    if (pages.waiting) return <SkeletonTable />;
    return (
      <EmptyState picture="list" sentence={empty}>
        {children}
      </EmptyState>
    );
  }
  return (
    <>
      <DataTable {...table} rows={pages.rows} />
      <p className={styles["foot"]}>
        {pages.hasMore ? (
          <>
            {t("rows_more", { count: pages.rows.length })}
            <Button look="plain" busy={pages.loadingMore} onClick={pages.loadMore}>
              {t("more")}
            </Button>
          </>
        ) : (
          t("rows", { count: pages.rows.length })
        )}
      </p>
    </>
  );
}

export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText("shell");
  return (
    <EmptyState picture="cloud" sentence={error.message}>
      <Button onClick={onRetry}>{t("try_again")}</Button>
    </EmptyState>
  );
}
