import { useState } from "react";
import { Button } from "../../../shared/kit/button.tsx";
import { CheckField } from "../../../shared/kit/fields.tsx";
import { Notice } from "../../../shared/kit/panel.tsx";
import { saveFile } from "../../../shared/save-file.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./security.module.css";

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void | Promise<void> };

/** Shown once: nobody goes on before they say that they have kept them. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useText("security");
  const [kept, setKept] = useState(false);
  return (
    <div className={styles["form"]}>
      <Notice tone="warn">{t("recovery_intro")}</Notice>
      <ul className={styles["codes"]} aria-label={t("recovery_codes")}>
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <Button
        icon="deposit"
        onClick={() => saveFile("sanshi-recovery-codes.txt", "text/plain", `${codes.join("\n")}\n`)}
      >
        {t("recovery_save")}
      </Button>
      <CheckField checked={kept} onChange={setKept}>
        {t("recovery_kept")}
      </CheckField>
      <Button
        look="primary"
        locked={kept ? null : t("recovery_keep_first")}
        onClick={() => void onDone()}
      >
        {t("done")}
      </Button>
    </div>
  );
}
