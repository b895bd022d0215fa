import { paths } from "../../../app/paths.ts";
import { useText } from "../../../shared/text.ts";
import { ResetCases } from "./reset-cases.tsx";

/** Customers who have forgotten the login password, found by the number that they tell. */
export default function LoginResetsScreen() {
  const t = useText("loginResets");
  return (
    <ResetCases
      of="login-password-resets"
      title={t("title")}
      place={(id) => (id === null ? paths.loginResets : paths.loginReset(id))}
    />
  );
}
