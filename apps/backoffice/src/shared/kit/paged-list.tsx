import { EmptyState } from "@sanshi/ui";
import type { ReactNode } from "react";
import type { Pages } from "../queries.ts";
import { useText } from "../text.ts";
import { Button } from "./button.tsx";
import { SkeletonTable } from "./skeleton-table.tsx";
import { DataTable, type Column } from "./table.tsx";
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
  order?: string;
  onOrder?: (order: string) => void;
  empty: string;
  /** The next step of an empty list. */
  children?: ReactNode;
};

/** A table that is waiting, failing, empty or full, and what comes after its last row. */
export function PagedList<Row>({ pages, empty, children, ...table }: PagedListProps<Row>) {
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
