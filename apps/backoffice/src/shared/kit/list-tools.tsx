import { viewNameLengthMax, type DeskList, type DeskTable } from "@sanshi/contract/constants";
import { useState, type FormEvent } from "react";
import { useSearchParams } from "react-router";
import type { Asked } from "../api.ts";
import { addressOf } from "../calls.ts";
import { useLock } from "../may.ts";
import {
  deskListOf,
  filterText,
  hideColumns,
  removeView,
  saveView,
  useOwnList,
  type SavedView,
} from "../own-lists.ts";
import type { ListSource } from "../queries.ts";
import { refusalText, useText } from "../text.ts";
import { toast } from "../toast.ts";
import { useForm } from "../use-form.ts";
import { Button, IconButton } from "./button.tsx";
import { CheckField, TextField } from "./fields.tsx";
import { LinkOrLock } from "./link-or-lock.tsx";
import styles from "./list-tools.module.css";
import { MenuButton } from "./menu-button.tsx";

/** Their screens offer a file that says more: hashes that verify it, what was closed at which quotes. */
const ownFiles = new Set<DeskList>([
  "/api/ops/audit",
  "/api/ops/books/daily",
  "/api/ops/books/bank-movements",
  "/api/ops/intraday/trades",
  "/api/ops/intraday/square-off",
]);

type Named = { key: string; head: string };

/** What every list has: filters under a name, the columns that one wants, and its rows as a file. */
export function ListTools({ source, columns }: { source: ListSource; columns: readonly Named[] }) {
  const list = deskListOf(source.path);
  if (list === null) return null;
  // What is about one customer has nothing that is narrowed by its address.
  const hasViews = !source.path.includes(":");
  return (
    <span className={styles["tools"]}>
      {hasViews && <Views list={list} />}
      <Columns list={list} columns={columns} />
      {!ownFiles.has(list) && <ListFiles list={list} filter={filterText(source)} />}
    </span>
  );
}

export function ListFiles({ list, filter }: { list: DeskList | DeskTable; filter: string }) {
  const t = useText("shell");
  const lock = useLock()("export_lists");
  if (list === "/api/ops/audit") return null;
  return (
    <>
      {(["csv", "xlsx"] as const).map((format) => (
        <LinkOrLock
          key={format}
          look="plain"
          href={addressOf("/api/ops/lists/export", { list, filter, format })}
          locked={lock}
        >
          {t(`list_${format}`)}
        </LinkOrLock>
      ))}
    </>
  );
}

/** The first column names the row, so it stays; what is without a head is what can be done with a row. */
function Columns({ list, columns }: { list: DeskList; columns: readonly Named[] }) {
  const t = useText("shell");
  const { hidden } = useOwnList(list);
  const offered = columns.slice(1).filter(({ head }) => head !== "");
  if (offered.length === 0) return null;
  const choose = async (key: string, shown: boolean) => {
    const after = new Set(hidden);
    if (shown) after.delete(key);
    else after.add(key);
    say(await hideColumns(list, after));
  };
  const left = offered.filter(({ key }) => hidden.has(key)).length;
  return (
    <MenuButton label={t("columns")} icon="table" count={left}>
      {() => (
        <fieldset className={styles["choices"]} aria-label={t("columns")}>
          {offered.map(({ key, head }) => (
            <CheckField
              key={key}
              checked={!hidden.has(key)}
              onChange={(shown) => void choose(key, shown)}
            >
              {head}
            </CheckField>
          ))}
        </fieldset>
      )}
    </MenuButton>
  );
}

function Views({ list }: { list: DeskList }) {
  const t = useText("shell");
  const { views } = useOwnList(list);
  const [search, setSearch] = useSearchParams();
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const current = search.toString();
  return (
    <MenuButton label={t("views")} icon="star">
      {(close) => (
        <>
          {views.length === 0 && <p className={styles["none"]}>{t("views_none")}</p>}
          <ul className={styles["views"]}>
            {views.map((view) => (
              <li key={view.id}>
                <Button
                  look="plain"
                  className={styles["view"]}
                  aria-current={view.search === current ? "true" : undefined}
                  onClick={() => {
                    setSearch(new URLSearchParams(view.search));
                    close();
                  }}
                >
                  {view.name}
                </Button>
                <Button
                  look="plain"
                  aria-label={t("view_rename", { name: view.name })}
                  onClick={() => setRenamed(view)}
                >
                  {t("view_rename_save")}
                </Button>
                <IconButton
                  icon="close"
                  label={t("view_remove", { name: view.name })}
                  onClick={() => void removeView(view.id).then(say)}
                />
              </li>
            ))}
          </ul>
          {renamed === null ? (
            <SaveView list={list} search={current} />
          ) : (
            <SaveView
              key={renamed.id}
              list={list}
              search={renamed.search}
              renamed={renamed}
              onDone={() => setRenamed(null)}
            />
          )}
        </>
      )}
    </MenuButton>
  );
}

type SaveViewProps = {
  list: DeskList;
  search: string;
  /** The view that is to have another name. */
  renamed?: SavedView;
  onDone?: () => void;
};

function SaveView({ list, search, renamed, onDone }: SaveViewProps) {
  const t = useText("shell");
  const [name, setName] = useState(renamed?.name ?? "");
  const { busy, refused, submit } = useForm<"name">();
  const save = (event: FormEvent) => {
    event.preventDefault();
    void submit({
      send: () => saveView(list, name, search, renamed?.id),
      fieldByCode: { view_name_missing: "name", views_too_many: "name" },
      fields: ["name"],
      done: () => {
        setName("");
        onDone?.();
      },
    });
  };
  return (
    <form className={styles["save"]} noValidate onSubmit={save}>
      <TextField
        label={t("view_name")}
        hint={renamed === undefined ? t("view_hint") : undefined}
        autoFocus={renamed !== undefined}
        maxLength={viewNameLengthMax}
        value={name}
        onChange={setName}
        refusal={refused.name ?? refused.form}
      />
      <Button type="submit" busy={busy}>
        {renamed === undefined ? t("view_save") : t("view_rename_save")}
      </Button>
    </form>
  );
}

function say(asked: Asked<unknown>): void {
  if (!asked.ok) toast(refusalText(asked.refusal));
}
