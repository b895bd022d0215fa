import { Field } from "@sanshi/ui";
import { lazy, Suspense } from "react";
import { cleanDigits } from "../../../shared/refused-fields.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./login.module.css";

// Countries and their words: nothing that whoever types ten digits has to load.
const CountryPicker = lazy(() => import("./welcome/country-picker.tsx"));
const AccountGuide = lazy(() => import("./welcome/account-guide.tsx"));

type AccountFieldProps = {
  value: string;
  onChange: (account: string) => void;
  refusal: string | undefined;
  /** Where a number is chosen for the first time: with a country, and how its numbers become ten digits. */
  explains?: boolean;
};

const accountDigits = 10;

/**
 * The ten-digit number; full-width digits and hyphens are taken as what they mean. A longer one is never cut: what it
 * comes to is said and can be taken.
 */
export function AccountField({ value, onChange, refusal, explains = false }: AccountFieldProps) {
  const t = useText("login");
  const guides = explains || value.length > accountDigits;
  return (
    <>
      <Field
        label={t("account")}
        name="account"
        type="tel"
        inputMode="numeric"
        autoComplete="username"
        maxLength={24}
        value={value}
        onChange={(typed) => onChange(cleanDigits(typed))}
        refusal={refusal}
        hint={guides ? undefined : t("account_hint")}
        lead={
          explains ? (
            <span className={styles["country"]}>
              <Suspense fallback={null}>
                <CountryPicker />
              </Suspense>
            </span>
          ) : undefined
        }
      />
      {guides && (
        <Suspense fallback={<div className={styles["guidePlace"]} />}>
          <AccountGuide typed={value} explains={explains} onUse={onChange} />
        </Suspense>
      )}
    </>
  );
}
