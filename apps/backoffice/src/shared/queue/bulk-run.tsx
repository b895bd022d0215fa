import type { ReviewItem } from "@sanshi/contract";
import { useRef, useState, type ReactNode } from "react";
import type { Asked } from "../api.ts";
import { Badge } from "../kit/badge.tsx";
import { FormDialog } from "../kit/dialog.tsx";
import { Notice } from "../kit/panel.tsx";
import type { Me } from "../session.ts";
import { refusalText, useText } from "../text.ts";
import { oneAfterAnother, type BulkResult } from "./bulk.ts";
import styles from "./queue.module.css";
import type { Queue } from "./queue.ts";

/** What every dialog of several cases is given. */
export type BulkProps<Item extends ReviewItem, Case extends Item> = {
  queue: Queue<Item, Case>;
  chosen: readonly Item[];
  me: Me;
  onChanged: () => Promise<void>;
  onClose: () => void;
};

type BulkDialogProps<Item extends ReviewItem, Data> = {
  title: string;
  submit: string;
  look?: "primary" | "danger";
  nameOf: (one: Item) => ReactNode;
  open: readonly Item[];
  left: readonly { one: Item; why: string }[];
  /** Why it cannot begin yet; what is wrong stands at its field. */
  ready: () => boolean;
  locked?: string | null;
  act: (one: Item) => Promise<Asked<Data>>;
  /** What became of one that was not refused. */
  said: (data: Data) => ReactNode;
  onChanged: () => Promise<void>;
  onClose: () => void;
  children?: ReactNode;
};

/** The form, then each case with what became of it, one by one as they are answered. */
export function BulkDialog<Item extends ReviewItem, Data>(props: BulkDialogProps<Item, Data>) {
  const { title, submit, look = "primary", nameOf, left, ready, act, said, children } = props;
  const t = useText("queue");
  const shell = useText("shell");
  const [results, setResults] = useState<readonly BulkResult<Data>[] | null>(null);
  const [busy, setBusy] = useState(false);
  // What is decided by now is no case of the list any more: the dialog goes on with those that it began with.
  const open = useRef(props.open).current;
  const begin = async () => {
    if (!ready()) return;
    setBusy(true);
    await oneAfterAnother(open, act, setResults);
    await props.onChanged();
    setBusy(false);
  };
  const isOver = results !== null && !busy;
  return (
    <FormDialog
      wide
      title={title}
      submit={isOver ? shell("close") : submit}
      look={isOver ? "primary" : look}
      busy={busy}
      locked={isOver ? null : open.length === 0 ? t("bulk_none") : (props.locked ?? null)}
      onClose={props.onClose}
      onSubmit={() => (isOver ? props.onClose() : void begin())}
    >
      {results === null && children}
      {results !== null && (
        <ul className={styles["results"]} aria-live="polite">
          {open.map((one) => (
            <li key={one.id}>
              <span>{nameOf(one)}</span>
              <Result result={results.find(({ id }) => id === one.id)} waits={busy} said={said} />
            </li>
          ))}
        </ul>
      )}
      {left.length > 0 && (
        <Notice tone="warn">
          {t("bulk_left", { count: left.length })}
          <ul className={styles["left"]}>
            {left.map(({ one, why }) => (
              <li key={one.id}>
                {nameOf(one)}: {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  );
}

function Result<Data>({
  result,
  waits,
  said,
}: {
  result: BulkResult<Data> | undefined;
  waits: boolean;
  said: (data: Data) => ReactNode;
}) {
  const t = useText("queue");
  if (result === undefined)
    return <Badge tone="quiet">{t(waits ? "bulk_waits" : "bulk_not_tried")}</Badge>;
  const { asked } = result;
  return asked.ok ? (
    <Badge tone="good">{said(asked.data)}</Badge>
  ) : (
    <Badge tone="bad">{refusalText(asked.refusal)}</Badge>
  );
}
