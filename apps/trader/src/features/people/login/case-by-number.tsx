import { Button, Field } from "@sanshi/ui";
import { useState } from "react";
import formStyles from "../../../shared/form.module.css";
import { useText } from "../../../shared/text.ts";
import { caseNumberIn } from "./case-number.ts";
import { Service } from "./case-page.tsx";

/** Opens a case by its number: who asked before reads what was answered, and writes again. */
export function KnownCase() {
  const t = useText("forgottenPassword");
  const [typed, setTyped] = useState("");
  const [caseNumber, setCaseNumber] = useState<string | null>(null);
  const whole = caseNumberIn(typed);
  return (
    <details className={formStyles["rarely"]}>
      <summary>{t("have_number")}</summary>
      {caseNumber !== null ? (
        <Service caseNumber={caseNumber} />
      ) : (
        <form
          className={formStyles["fields"]}
          onSubmit={(event) => {
            event.preventDefault();
            setCaseNumber(whole);
          }}
        >
          <Field
            label={t("case_number")}
            hint={t("number_hint")}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={16}
            value={typed}
            onChange={setTyped}
          />
          <Button type="submit" look="quiet" wide disabled={whole === null}>
            {t("open_case")}
          </Button>
        </form>
      )}
    </details>
  );
}
