import { Icon } from "@sanshi/ui";
import { useState } from "react";
import { ask, toastRefusal } from "../../shared/api.ts";
import { language } from "../../shared/language.ts";
import { useText } from "../../shared/text.ts";
import { toast } from "../../shared/toast.ts";
import { filterInput, type RecordFilter } from "./record-filter.ts";
import styles from "./records.module.css";

/** Saves what the filter shows as a CSV file. */
export function ExportButton({ filter }: { filter: RecordFilter }) {
  const t = useText("records");
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const asked = await ask("/user/export-records", {
      ...filterInput(filter),
      language: language(),
    });
    setBusy(false);
    if (!asked.ok) return toastRefusal(asked.refusal);
    const { csv, file_name: name, rows, truncated } = asked.data;
    saveFile(csv, name);
    toast(truncated ? t("exported_part", { count: rows }) : t("exported", { count: rows }));
  };
  return (
    <button
      type="button"
      className={styles["export"]}
      disabled={busy}
      aria-busy={busy}
      aria-label={t("export")}
      onClick={() => void save()}
    >
      <Icon name="deposit" size={18} />
      <span aria-hidden="true">CSV</span>
    </button>
  );
}

function saveFile(text: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const download = document.createElement("a");
  download.href = address;
  download.download = name;
  download.click();
  // The browser has taken the file by then.
  window.setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
