import { bankFileBytesMax } from "@sanshi/contract/constants";
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
import styles from "./books.module.css";

type Bad = Output<"/api/ops/payment-files/:id/answer">["bad"];

/** The bank's answer to a file, all of it or nothing. */
export function AnswerDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText("payments");
  const [chosen, setChosen] = useState<File | null>(null);
  const [bad, setBad] = useState<Bad>([]);
  const { busy, refused, setRefused, submit } = useForm<"file">();
  const upload = async () => {
    if (chosen === null || chosen.size > bankFileBytesMax) {
      setRefused({ file: t(chosen === null ? "choose_file" : "file_too_large") });
      return;
    }
    // JIS X 0201: half-width kana are one byte each.
    const text = new TextDecoder("shift_jis").decode(await chosen.arrayBuffer());
    await submit({
      send: () =>
        send("/api/ops/payment-files/:id/answer", {
          id,
          file_name: chosen.name.slice(0, 120),
          text,
        }),
      done: async (answer) => {
        setBad(answer.bad);
        if (answer.bad.length > 0) return;
        await refresh(
          ...(["/api/ops/payment-files", "/api/ops/withdrawals", "/api/ops/books/breaks"] as const),
        );
        toast(t("was_read", { paid: answer.paid, returned: answer.returned }));
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={t("answer_title", { number: id })}
      submit={t("read_answer")}
      busy={busy}
      refusal={refused.file ?? refused.form}
      onClose={onClose}
      onSubmit={() => void upload()}
    >
      <FileField
        label={t("file")}
        data-first
        onChoose={(file) => {
          setChosen(file);
          setBad([]);
          setRefused({});
        }}
      />
      <p className={styles["note"]}>{t("answer_note")}</p>
      {bad.map(({ line, fault }) => (
        <Notice key={line} tone="bad">
          {t("bad_record", { line, fault: t(`fault_${fault}`) })}
        </Notice>
      ))}
    </FormDialog>
  );
}
