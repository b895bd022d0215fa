import { paths } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import { ResetCases } from "./reset-cases.tsx";

/** Customers who know the password and have lost every second factor, found by the number that they tell. */
export default function FactorResetsScreen() {
  const t = useText("loginResets");
  return (
    <ResetCases
      of="factor-resets"
      title={t("title_factors")}
      place={(id) => (id === null ? paths.factorResets : paths.factorReset(id))}
    />
  );
}
