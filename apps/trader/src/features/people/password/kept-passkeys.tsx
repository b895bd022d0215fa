import { CheckField } from "@sanshi/ui";
import formStyles from "../../../shared/form.module.css";
import { useCall } from "../../../shared/queries.ts";
import { useText } from "../../../shared/text.ts";
import { showDate } from "@sanshi/web/times";

type KeptProps = { kept: readonly string[]; onChange: (kept: readonly string[]) => void };

/** The passkeys, of which the new password leaves only those that the customer knows as their own. */
export function KeptPasskeys({ kept, onChange }: KeptProps) {
  const t = useText("password");
  const { data } = useCall("/user/security", {}, { quiet: true, staleTime: 0 });
  if (data === undefined || data.passkeys.length === 0) return null;
  return (
    <fieldset className={formStyles["card"]}>
      <legend>{t("passkeys")}</legend>
      <p className={formStyles["note"]}>{t("passkeys_kept")}</p>
      {data.passkeys.map(({ id, name, added_at: addedAt }) => (
        <CheckField
          key={id}
          checked={kept.includes(id)}
          onChange={(keeps) =>
            onChange(keeps ? [...kept, id] : kept.filter((other) => other !== id))
          }
        >
          {t("passkey_added", { name, date: showDate(addedAt) })}
        </CheckField>
      ))}
    </fieldset>
  );
}
