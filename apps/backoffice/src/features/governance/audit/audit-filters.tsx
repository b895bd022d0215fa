import { DayBox, Pick, SearchBox, Segments } from "../../../shared/kit/filters.tsx";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";

export const auditDefaults = {
  operator: "",
  subject: "",
  path: "",
  outcome: "",
  changes: "",
  from: "",
  to: "",
};
export type AuditFilter = Record<keyof typeof auditDefaults, string>;

type AuditFiltersProps = { filter: AuditFilter; onChange: (some: Partial<AuditFilter>) => void };

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = useText("audit");
  const operators = useCall("/api/ops/operators", {}, { staleTime: 60_000 });
  return (
    <>
      <Segments
        label={t("what")}
        value={filter.changes}
        onChange={(changes) => onChange({ changes })}
        options={[
          { value: "", label: t("what_all") },
          { value: "only", label: t("what_changes") },
        ]}
      />
      <SearchBox
        label={t("subject")}
        placeholder={t("subject_exactly")}
        value={filter.subject}
        onChange={(subject) => onChange({ subject })}
        main
      />
      <SearchBox
        label={t("call")}
        placeholder={t("call_begins")}
        value={filter.path}
        onChange={(path) => onChange({ path })}
      />
      <Pick
        label={t("operator")}
        value={filter.operator}
        onChange={(operator) => onChange({ operator })}
        options={[
          { value: "", label: t("operator_all") },
          ...(operators.data?.items ?? []).map(({ email }) => ({ value: email, label: email })),
        ]}
      />
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
      <DayBox label={t("from")} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayBox label={t("to")} value={filter.to} onChange={(to) => onChange({ to })} />
    </>
  );
}
