import { copyPeriods, type CopyPeriod } from "@sanshi/contract/constants";
import { SegmentedControl } from "@sanshi/ui";
import { useText } from "../../../shared/text.ts";

type PeriodChoiceProps = { value: CopyPeriod; onChange: (period: CopyPeriod) => void };

/** What figures, lines and the ranking are for. */
export function PeriodChoice({ value, onChange }: PeriodChoiceProps) {
  const t = useText("follow");
  return (
    <SegmentedControl
      label={t("period")}
      choices={copyPeriods.map((period) => ({ value: period, label: t(`period_${period}`) }))}
      value={value}
      onChange={onChange}
    />
  );
}
