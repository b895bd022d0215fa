import { useState } from "react";
import { read } from "../../../shared/api.ts";
import { addressOf, type Output, type Input } from "../../../shared/calls.ts";
import { Button } from "../../../shared/kit/button.tsx";
import { Dialog, DialogBody } from "../../../shared/kit/dialog.tsx";
import { Facts, Notice } from "../../../shared/kit/panel.tsx";
import { LinkOrLock } from "../../../shared/kit/link-or-lock.tsx";
import { useLock } from "../../../shared/may.ts";
import { useText } from "../../../shared/text.ts";
import { toast } from "../../../shared/toast.ts";
import styles from "./audit.module.css";

export type AuditInput = Omit<Input<"/api/ops/audit">, "limit" | "cursor">;

type Check = Output<"/api/ops/audit/check">;

/** Recomputes the chain, or takes the filtered log home. */
export function AuditActions({ filter }: { filter: AuditInput }) {
  const t = useText("audit");
  const lock = useLock()("export_audit");
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Check | null>(null);
  const check = async () => {
    setBusy(true);
    try {
      setFound(await read("/api/ops/audit/check", {}));
    } catch (error) {
      toast((error as Error).message);
    }
    setBusy(false);
  };
  const exportAs = (format: "csv" | "xlsx" | "jsonl") =>
    addressOf("/api/ops/audit/export", { ...filter, format });
  return (
    <>
      <Button icon="shield" busy={busy} onClick={() => void check()}>
        {t("check")}
      </Button>
      <LinkOrLock href={exportAs("csv")} locked={lock}>
        {t("export_csv")}
      </LinkOrLock>
      <LinkOrLock href={exportAs("xlsx")} locked={lock}>
        {t("export_xlsx")}
      </LinkOrLock>
      <LinkOrLock href={exportAs("jsonl")} locked={lock}>
        {t("export_jsonl")}
      </LinkOrLock>
      {found !== null && <CheckDialog found={found} onClose={() => setFound(null)} />}
    </>
  );
}

function CheckDialog({ found, onClose }: { found: Check; onClose: () => void }) {
  const t = useText("audit");
  const isWhole = found.faults.length === 0;
  return (
    <Dialog title={t("check")} onClose={onClose}>
      <DialogBody>
        <Notice tone={isWhole ? "info" : "bad"}>
          {isWhole ? t("whole", { count: found.entries }) : t("broken")}
        </Notice>
        {!isWhole && (
          <ul className={styles["faults"]}>
            {found.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
        )}
        <Facts
          facts={[
            { name: t("entries"), value: found.entries },
            {
              name: t("head"),
              value: <span className={`mono ${styles["hash"] ?? ""}`}>{found.head}</span>,
            },
          ]}
        />
      </DialogBody>
    </Dialog>
  );
}
