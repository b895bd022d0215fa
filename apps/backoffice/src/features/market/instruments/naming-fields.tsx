import { instrumentNameLengthMax } from "@sanshi/contract/constants";
import { sectorKeys } from "@sanshi/contract/sectors";
import { SelectField, TextField } from "../../../shared/kit/fields.tsx";
import { languageNames, languages } from "@sanshi/web/language";
import type { RefusedFields } from "@sanshi/web/refused-fields";
import { useText } from "../../../shared/text.ts";
import { type NamingDraft } from "./instrument-draft.ts";
import styles from "./instruments.module.css";

export type NamingField = "names" | "search_terms" | "sector";

type NamingFieldsProps = {
  draft: NamingDraft;
  onChange: (some: Partial<NamingDraft>) => void;
  refused: RefusedFields<NamingField>;
};

/** The name in three languages, what else finds it, and the industry. */
export function NamingFields({ draft, onChange, refused }: NamingFieldsProps) {
  const t = useText("instruments");
  const { names, terms, sector } = draft;
  return (
    <>
      <div className={styles["names"]}>
        {languages.map((language) => (
          <TextField
            key={language}
            label={`${t("name")} · ${languageNames[language]}`}
            maxLength={instrumentNameLengthMax}
            value={names[language]}
            onChange={(typed) => onChange({ names: { ...names, [language]: typed } })}
            refusal={names[language].trim() === "" ? refused.names : undefined}
          />
        ))}
      </div>
      <TextField
        label={t("search_terms")}
        hint={t("search_terms_hint")}
        value={terms}
        onChange={(typed) => onChange({ terms: typed })}
        refusal={refused.search_terms}
      />
      <SelectField
        label={t("sector")}
        value={sector}
        onChange={(chosen) => onChange({ sector: chosen })}
        options={sectorKeys.map((value) => ({ value, label: t(`sector_${value}`) }))}
        placeholder={t("choose")}
        refusal={refused.sector}
      />
    </>
  );
}
