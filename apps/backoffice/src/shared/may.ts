import { permissionTable, type OperatorRole, type Permission } from "@sanshi/contract/permissions";
import { locale } from "@sanshi/web/language";
import { useMe, type Me } from "./session.ts";
import { textOf } from "./text.ts";

/** Why the signed-in operator may not do something, or null where they may. */
export function useLock(): (permission: Permission) => string | null {
  const me = useMe();
  return (permission) => lockOf(me, permission);
}

/**
 * Whether what this operator proposes is done at once: where single approval holds, and only for those who could
 * approve it for another.
 */
export function actsAlone(me: Pick<Me, "permissions" | "single_approval">): boolean {
  return me.single_approval && me.permissions.includes("approve_proposals");
}

/** The server's own list decides; the table only says who else may. */
export function lockOf(
  me: Pick<Me, "role" | "permissions">,
  permission: Permission,
): string | null {
  if (me.permissions.includes(permission)) return null;
  const name = textOf("roles");
  const roles: readonly OperatorRole[] = permissionTable[permission];
  const list = new Intl.ListFormat(locale(), { type: "disjunction" });
  return textOf("shell")("locked_role", {
    role: name(me.role),
    roles: list.format(roles.map((role) => name(role))),
  });
}
