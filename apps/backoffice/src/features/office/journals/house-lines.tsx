import { formatMinor } from "@sanshi/money";
import { Button, IconButton } from "../../../shared/kit/button.tsx";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { useText } from "../../../shared/text.ts";
import {
  balance,
  freePurposes,
  houseLinesMax,
  type HouseLine,
  type JournalDraft,
} from "./journal-draft.ts";
import styles from "./journals.module.css";

type HouseLinesProps = { draft: JournalDraft; onChange: (house: readonly HouseLine[]) => void };

/** The house's side: the last line is not typed, it takes what balances. */
export function HouseLines({ draft, onChange }: HouseLinesProps) {
  const t = useText("journals");
  const words = useText("words");
  const balanced = balance(draft);
  const last = draft.house.length - 1;
  const set = (line: number, some: Partial<HouseLine>) =>
    onChange(draft.house.map((one, index) => (index === line ? { ...one, ...some } : one)));
  const add = () => {
    const [purpose] = freePurposes(draft, -1);
    if (purpose !== undefined) onChange([...draft.house, { purpose, amount: "" }]);
  };
  return (
    <>
      {draft.house.map((line, index) => (
        <div key={index} className={styles["line"]}>
          <SelectField
            label={t("house_account")}
            value={line.purpose}
            onChange={(purpose) => set(index, { purpose })}
            options={freePurposes(draft, index).map((value) => ({
              value,
              label: words(`purpose_${value}`),
            }))}
          />
          <TextField
            label={t("house_amount")}
            readOnly={index === last}
            value={index === last ? formatted(balanced?.house[index], draft) : line.amount}
            onChange={(amount) => set(index, { amount })}
          />
          {last > 0 && (
            <IconButton
              icon="close"
              label={t("remove_line")}
              onClick={() => onChange(draft.house.filter((_, at) => at !== index))}
            />
          )}
        </div>
      ))}
      {draft.house.length < houseLinesMax && (
        <span>
          <Button look="plain" icon="plus" onClick={add}>
            {t("add_line")}
          </Button>
        </span>
      )}
    </>
  );
}

function formatted(
  amount: Parameters<typeof formatMinor>[0] | undefined,
  draft: JournalDraft,
): string {
  return amount === undefined ? "" : formatMinor(amount, draft.currency);
}
