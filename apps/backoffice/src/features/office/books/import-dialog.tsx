import { useState } from "react";
import { send } from "../../../shared/api.ts";
import type { Output } from "../../../shared/calls.ts";
import { FileField } from "../../../shared/kit/fields.tsx";
import { FormDialog } from "../../../shared/kit/dialog.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refresh } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import { useForm } from "../../../shared/use-form.ts";
import { bankFileBytesMax, bankFileColumns } from "@sanshi/contract/constants";
import styles from "./books.module.css";

type Bad = Output<"/api/ops/books/bank-movements/import">["bad"];

/** A bank's statement, all of it or nothing: what is wrong with it is said line by line. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const t = useText("books");
  const [file, setFile] = useState<File | null>(null);
  const [bad, setBad] = useState<Bad>([]);
  const { busy, refused, setRefused, submit } = useForm<"file">();
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setBad([]);
    setRefused({});
  };
  const problem = problemOf(file);
  const upload = async () => {
    if (file === null || problem !== null) {
      setRefused({ file: t(problem ?? "choose_file") });
      return;
    }
    const text = await file.text();
    await submit({
      send: () =>
        send("/api/ops/books/bank-movements/import", { file_name: file.name.slice(0, 120), text }),
      done: async (answer) => {
        if (answer.bad.length > 0) {
          setBad(answer.bad);
          return;
        }
        await refresh("/api/ops/books/bank-movements", "/api/ops/books/breaks");
        toast(t("imported", { lines: answer.imported, matched: answer.matched }));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("import")}
      submit={t("import_it")}
      wide
      busy={busy}
      refusal={refused.file ?? refused.form}
      onClose={onClose}
      onSubmit={() => void upload()}
    >
      <FileField
        label={t("file")}
        accept=".csv,.xml,text/csv,text/xml"
        data-first
        onChoose={choose}
      />
      <p className={styles["note"]}>{t("file_note")}</p>
      <pre className={`mono ${styles["columns"] ?? ""}`}>{bankFileColumns.join()}</pre>
      {bad.length > 0 && (
        <Notice tone="bad">
          {t("file_refused")}
          <ul className={styles["bad"]}>
            {bad.map(({ line, fault }) => (
              <li key={line}>{t("bad_line", { line, fault: t(`fault_${fault}`) })}</li>
            ))}
          </ul>
        </Notice>
      )}
    </FormDialog>
  );
}

function problemOf(file: File | null): "choose_file" | "file_too_large" | null {
  if (file === null) return "choose_file";
  return file.size > bankFileBytesMax ? "file_too_large" : null;
}
