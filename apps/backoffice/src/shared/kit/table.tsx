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
  /** A few words that may stand below each other where there is little room. */
  wrap?: boolean;
  /** The orders of the whole list, not only of what is loaded, that this column stands for. */
  order?: ColumnOrder;
};

/** Rows that are chosen for something that is done with each of them. */
export type Selection<Row> = {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  /** What is read out of a row: its name. */
  nameOf: (row: Row) => string;
  /** Nothing can be done with the others. */
  offers: (row: Row) => boolean;
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
  selection?: Selection<Row> | undefined;
};

/**
 * A dense table: head that stays, figures at the end, one row under the keyboard. On a phone each row is a card
 * with its heads above the cells; browsers tell it as a table all the same.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, rows, rowKey, href, onOpen, cursor, order, onOrder, narrow, selection } = props;
  const columns = props.columns.filter((column) => narrow !== true || column.wide !== true);
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    body.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }, [cursor]);
  return (
    <table className={styles["table"]} aria-label={name}>
      <thead>
        <tr>
          {selection !== undefined && <ChooseAll {...props} selection={selection} />}
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
              {selection !== undefined && (
                <ChooseOne row={row} rowKey={key} selection={selection} />
              )}
              {columns.map((column, index) => (
                <td
                  key={column.key}

                  className={cellClass(column)}
                  data-head={column.head}
                >
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

function ChooseAll<Row>({
  rows,
  rowKey,
  selection,
}: Pick<DataTableProps<Row>, "rows" | "rowKey"> & { selection: Selection<Row> }) {
  const t = useText("shell");
  const { chosen, onChange, offers } = selection;
  const keys = rows.filter(offers).map(rowKey);
  const isWhole = keys.length > 0 && keys.every((key) => chosen.has(key));
  return (
    <th scope="col" className={classNames(styles["cell"], styles["choice"])}>
      <label>
        <input
          type="checkbox"
          aria-label={t("choose_all")}
          checked={isWhole}
          disabled={keys.length === 0}
          onChange={() => onChange(new Set(isWhole ? [] : keys))}
        />
        <span className={styles["chooseAll"]} aria-hidden="true">
          {t("choose_all")}
        </span>
      </label>
    </th>
  );
}

function ChooseOne<Row>(props: { row: Row; rowKey: string; selection: Selection<Row> }) {
  const t = useText("shell");
  const { row, rowKey, selection } = props;
  const { chosen, onChange, nameOf, offers } = selection;
  const toggle = (isChosen: boolean) => {
    const after = new Set(chosen);
    if (isChosen) after.add(rowKey);
    else after.delete(rowKey);
    onChange(after);
  };
  return (
    <td className={classNames(styles["cell"], styles["choice"])}>
      <label>
        <input
          type="checkbox"
          aria-label={t("choose_row", { name: nameOf(row) })}
          checked={chosen.has(rowKey)}
          disabled={!offers(row)}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      </label>
    </td>
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
  // Over what can be done with a row stands nothing, and so no head.
  // A browser draws no line below a cell with nothing in it.
  if (column.head === "") return <td className={cellClass(column)}>{"\u00a0"}</td>;
  return (
    <th
      scope="col"

      className={cellClass(column)}
      aria-sort={sorted ?? undefined}
    >
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

function cellClass<Row>({ end, grow, clip, wrap }: Column<Row>): string {
  return classNames(
    styles["cell"],
    end === true && styles["end"],
    grow === true && styles["grow"],
    clip === true && styles["clip"],
    wrap === true && styles["wrap"],
  );
}

/** A press on a link or button in the row, or one that ends a selection of text, is not the row's. */
function opensRow(event: MouseEvent): boolean {
  if ((event.target as Element).closest("a, button, input, label, select, summary") !== null)
    return false;
  return window.getSelection()?.type !== "Range";
}
