import { prospectusBytesMax, prospectusHash } from "@sanshi/contract/constants";
import { useState } from "react";
import { send } from "../../../shared/api.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { FileField, TextField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { refusalText, useText } from "../../../shared/text.ts";
import styles from "./offerings.module.css";

type ProspectusFieldProps = { value: string; onChange: (prospectus: string) => void };

const megabyte = 1024 * 1024;

/** A link, or a PDF that is kept under its hash as soon as it is chosen. */
export function ProspectusField({ value, onChange }: ProspectusFieldProps) {
  const t = useText("offerings");
  const words = useText("words");
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const hash = prospectusHash(value);
  const upload = async (file: File | null) => {
    if (file === null) return;
    const megabytes = String(prospectusBytesMax / megabyte);
    if (file.size > prospectusBytesMax) {
      return setRefused(refusalText({ code: "prospectus_too_large", params: { megabytes } }));
    }
    setBusy(true);
    const asked = await send("/api/ops/offerings/prospectus", { content: await base64Of(file) });
    setBusy(false);
    setRefused(asked.ok ? null : refusalText(asked.refusal));
    if (asked.ok) onChange(asked.data.prospectus);
  };
  if (hash !== null) {
    return (
      <div className={styles["prospectus"]}>
        <strong>{words("field_prospectus")}</strong>
        <p>
          <a href={`/api/ops/prospectuses/${hash}`} download>
            {t("prospectus_kept")}
          </a>
        </p>
        <p className="mono">{t("prospectus_hash", { hash })}</p>
        <Button look="plain" onClick={() => onChange("")}>
          {t("prospectus_replace")}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles["prospectus"]}>
      <TextField
        label={words("field_prospectus")}
        hint={t("prospectus_hint")}
        value={value}
        onChange={onChange}
      />
      <FileField
        label={t("prospectus_file", { megabytes: String(prospectusBytesMax / megabyte) })}
        accept=".pdf,application/pdf"
        disabled={busy}
        onChoose={(file) => void upload(file)}
      />
      {refused !== null && <Notice tone="bad">{refused}</Notice>}
    </div>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ""));
    reader.onerror = () => reject(reader.error ?? new Error("a file could not be read"));
    reader.readAsDataURL(file);
  });
}
