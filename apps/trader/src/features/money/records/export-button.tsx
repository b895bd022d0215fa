import { Button, Icon, Sheet, SkeletonRows } from "@sanshi/ui";
import { useState } from "react";
import { ask, toastRefusal } from "../../../shared/api.ts";
import { language } from "@sanshi/web/language";
import { Loaded } from "../../../shared/loaded.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { filterInput, type RecordFilter } from "./record-filter.ts";
import styles from "./records.module.css";

/** Opens what can be saved: the list as it is filtered, and the account's statements. */
export function ExportButton({ filter }: { filter: RecordFilter }) {
  const t = useText("records");
  const shell = useText("shell");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles["export"]}
        aria-label={t("export")}
        onClick={() => setOpen(true)}
      >
        <Icon name="deposit" size={18} />
        <span aria-hidden="true">{t("export_short")}</span>
      </button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t("export")}
        closeLabel={shell("close")}
      >
        <SaveList filter={filter} />
        <Statements />
      </Sheet>
    </>
  );
}

function SaveList({ filter }: { filter: RecordFilter }) {
  const t = useText("records");
  const [busy, setBusy] = useState<ListFormat | null>(null);
  const save = async (format: ListFormat) => {
    setBusy(format);
    const asked = await ask("/user/export-records", {
      ...filterInput(filter),
      language: language(),
      format,
    });
    setBusy(null);
    if (!asked.ok) return toastRefusal(asked.refusal);
    const { csv, base64, file_name: name, rows, truncated } = asked.data;
    if (base64 === null) saveFile([csv], "text/csv;charset=utf-8", name);
    else saveFile([bytesOf(base64)], workbookType, name);
    toast(truncated ? t("exported_part", { count: rows }) : t("exported", { count: rows }));
  };
  return (
    <div className={styles["lists"]}>
      {listFormats.map((format) => (
        <Button
          key={format}
          look="quiet"
          wide
          busy={busy === format}
          disabled={busy !== null}
          onClick={() => void save(format)}
        >
          {t(format === "csv" ? "save_list" : "save_list_xlsx")}
        </Button>
      ))}
    </div>
  );
}

const listFormats = ["csv", "xlsx"] as const;
type ListFormat = (typeof listFormats)[number];
const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const formats = ["pdf", "csv", "xlsx"] as const;
type Format = (typeof formats)[number];
type Month = { month: string; from: string; to: string; complete: boolean };

function Statements() {
  const t = useText("records");
  const months = useCall("/user/statements", {}, { quiet: true });
  return (
    <>
      <h3 className={styles["heading"]}>{t("statements")}</h3>
      <Loaded query={months} waiting={<SkeletonRows count={3} />}>
        {(all) => (
          <ul className={styles["statements"]}>
            {all.map((month) => (
              <StatementRow key={month.month} month={month} />
            ))}
          </ul>
        )}
      </Loaded>
    </>
  );
}

function StatementRow({ month }: { month: Month }) {
  const t = useText("records");
  const [busy, setBusy] = useState<Format | null>(null);
  const save = async (format: Format) => {
    setBusy(format);
    const asked = await ask("/user/statement", {
      from: month.from,
      to: month.to,
      format,
      language: language(),
    });
    setBusy(null);
    if (!asked.ok) return toastRefusal(asked.refusal);
    const { base64, media_type: type, file_name: name } = asked.data;
    saveFile([bytesOf(base64)], type, name);
    toast(t("statement_saved", { name }));
  };
  const shown = month.month.replace("-", "/");
  return (
    <li>
      <span>
        {shown}
        {!month.complete && <small>{t("not_complete")}</small>}
      </span>
      {formats.map((format) => (
        <Button
          key={format}
          look="quiet"
          small
          busy={busy === format}
          disabled={busy !== null}
          aria-label={t("save_statement", { month: shown, format: format.toUpperCase() })}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </li>
  );
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}

function saveFile(parts: BlobPart[], type: string, name: string): void {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const download = document.createElement("a");
  download.href = address;
  download.download = name;
  download.click();
  // The browser has taken the file by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
