import { Pick, SearchBox } from "../../shared/kit/filters.tsx";
import { useText } from "../../shared/text.ts";
import styles from "./audit.module.css";

export const auditDefaults = {
  operator: "",
  subject: "",
  path: "",
  outcome: "",
  from: "",
  to: "",
};
export type AuditFilter = Record<keyof typeof auditDefaults, string>;

type AuditFiltersProps = { filter: AuditFilter; onChange: (some: Partial<AuditFilter>) => void };

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = useText("audit");
  return (
    <>
      <SearchBox
        label={t("operator")}
        value={filter.operator}
        onChange={(operator) => onChange({ operator })}
      />
      <SearchBox
        label={t("subject")}
        value={filter.subject}
        onChange={(subject) => onChange({ subject })}
      />
      <SearchBox label={t("call")} value={filter.path} onChange={(path) => onChange({ path })} />
      <Pick
        label={t("outcome")}
        value={filter.outcome}
        onChange={(outcome) => onChange({ outcome })}
        options={[
          { value: "", label: t("outcome_all") },
          { value: "ok", label: t("outcome_ok") },
          { value: "refused", label: t("outcome_refused") },
        ]}
      />
      <Day label={t("from")} value={filter.from} onChange={(from) => onChange({ from })} />
      <Day label={t("to")} value={filter.to} onChange={(to) => onChange({ to })} />
    </>
  );
}

type DayProps = { label: string; value: string; onChange: (value: string) => void };

function Day({ label, value, onChange }: DayProps) {
  return (
    <label className={styles["day"]}>
      {label}
      <input type="date" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  );
}
