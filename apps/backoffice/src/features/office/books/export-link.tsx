import { addressOf } from "../../../shared/calls.ts";
import { LinkOrLock } from "../../../shared/kit/link-or-lock.tsx";
import { useLock } from "../../../shared/may.ts";
import { useText } from "../../../shared/text.ts";

type Which = "trial_balance" | "daily" | "bank_movements";
type ExportLinkProps = { which: Which; from: string; to: string };

export function ExportLink(input: ExportLinkProps) {
  const t = useText("books");
  const lock = useLock()("export_books");
  return (
    <>
      <LinkOrLock href={addressOf("/api/ops/books/export", input)} locked={lock}>
        {t("export")}
      </LinkOrLock>
      <LinkOrLock
        href={addressOf("/api/ops/books/export", { ...input, format: "xlsx" })}
        locked={lock}
      >
        {t("export_xlsx")}
      </LinkOrLock>
    </>
  );
}
