import { classNames, Icon } from "@sanshi/ui";
import { useEffect, useRef, type MouseEvent, type ReactNode } from "react";
import { useText } from "../text.ts";
import { nextOrder, orderOf, type ColumnOrder } from "./column-order.ts";
import styles from "./table.module.css";

export type Column<Row> = {
  key: string;
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the end of their column. */
  end?: boolean;
  /** Left out where the detail stands beside the list. */
  wide?: boolean;
  /** Takes what room there is and cuts what does not fit. */
  grow?: boolean;
  /** Long, and known by its beginning: an e-mail address. */
  clip?: boolean;
  /** The orders of the whole list, not only of what is loaded, that this column stands for. */
  order?: ColumnOrder;
};

type DataTableProps<Row> = {
  /** What the table lists, for those who cannot see it. */
  name: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Where a row leads; its first cell is the link. */
  href?: ((row: Row) => string) | undefined;
  onOpen?: ((row: Row) => void) | undefined;
  /** The row that the keyboard stands on. */
  cursor?: string | null | undefined;
  order?: string | undefined;
  onOrder?: ((order: string) => void) | undefined;
  narrow?: boolean | undefined;
};

/** A dense table: head that stays, figures at the end, one row under the keyboard. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, rows, rowKey, href, onOpen, cursor, order, onOrder, narrow } = props;
  const columns = props.columns.filter((column) => narrow !== true || column.wide !== true);
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    body.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }, [cursor]);
  return (
    <table className={styles["table"]} aria-label={name}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} order={order} onOrder={onOrder} />
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <tr
              key={key}
              aria-current={cursor === key ? "true" : undefined}
              data-opens={onOpen === undefined ? undefined : ""}
              onClick={(event) => opensRow(event) && onOpen?.(row)}
            >
              {columns.map((column, index) => (
                <td key={column.key} className={cellClass(column)}>
                  {index === 0 && href !== undefined ? (
                    <a className={styles["link"]} href={href(row)}>
                      {column.cell(row)}
                    </a>
                  ) : (
                    column.cell(row)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function HeadCell<Row>(props: {
  column: Column<Row>;
  order: string | undefined;
  onOrder: ((order: string) => void) | undefined;
}) {
  const { column, order, onOrder } = props;
  const t = useText("shell");
  const sorted = orderOf(column.order, order);
  const next = nextOrder(column.order, order);
  return (
    <th scope="col" className={cellClass(column)} aria-sort={sorted ?? undefined}>
      {next !== null && onOrder !== undefined ? (
        <button
          type="button"
          className={styles["sort"]}
          data-tip={next === column.order?.descending ? t("sort_descending") : t("sort_ascending")}
          onClick={() => onOrder(next)}
        >
          {column.head}
          <span className={styles["arrow"]} data-order={sorted ?? "none"}>
            <Icon name={sorted === "ascending" ? "up" : "down"} size={12} />
          </span>
        </button>
      ) : (
        column.head
      )}
    </th>
  );
}

function cellClass<Row>({ end, grow, clip }: Column<Row>): string {
  return classNames(
    styles["cell"],
    end === true && styles["end"],
    grow === true && styles["grow"],
    clip === true && styles["clip"],
  );
}

/** A press on a link or button in the row, or one that ends a selection of text, is not the row's. */
function opensRow(event: MouseEvent): boolean {
  if ((event.target as Element).closest("a, button, input, select, summary") !== null) return false;
  return window.getSelection()?.type !== "Range";
}
