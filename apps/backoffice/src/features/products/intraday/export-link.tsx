import { addressOf, type Input } from "../../../shared/calls.ts";
import { LinkOrLock } from "../../../shared/kit/link-or-lock.tsx";
import { useLock } from "../../../shared/may.ts";
import { useText } from "../../../shared/text.ts";

export function ExportLink(input: Input<"/api/ops/intraday/export">) {
  const t = useText("intraday");
  const lock = useLock()("export_books");
  return (
    <>
      <LinkOrLock href={addressOf("/api/ops/intraday/export", input)} locked={lock}>
        {t("export")}
      </LinkOrLock>
      <LinkOrLock
        href={addressOf("/api/ops/intraday/export", { ...input, format: "xlsx" })}
        locked={lock}
      >
        {t("export_xlsx")}
      </LinkOrLock>
    </>
  );
}
