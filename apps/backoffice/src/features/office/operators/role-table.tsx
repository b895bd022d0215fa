import { may, operatorRoles, permissions } from "@sanshi/contract/permissions";
import { Icon } from "@sanshi/ui";
import { useMe } from "../../../shared/session.ts";
import { useText } from "../../../shared/text.ts";
import styles from "./operators.module.css";

/** The one table that the server decides by. */
export function RoleTable() {
  const t = useText("operators");
  const role = useText("roles");
  const permission = useText("permissions");
  const me = useMe();
  return (
    <table className={styles["roles"]} aria-label={t("roles")}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t("permission")}</span>
          </th>
          {operatorRoles.map((name) => (
            <th key={name} scope="col" aria-current={name === me.role ? "true" : undefined}>
              {role(name)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissions.map((name) => (
          <tr key={name}>
            <th scope="row">{permission(name)}</th>
            {operatorRoles.map((one) => (
              <td key={one} aria-current={one === me.role ? "true" : undefined}>
                {may(one, name) ? (
                  <>
                    <Icon name="check" size={16} />
                    <span className="visually-hidden">{t("may")}</span>
                  </>
                ) : (
                  <span className="visually-hidden">{t("may_not")}</span>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
