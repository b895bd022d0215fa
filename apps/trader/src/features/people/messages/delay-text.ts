import { delayReasons } from "@sanshi/contract/constants";
import { operatorRoles } from "@sanshi/contract/permissions";
import type { Translate } from "../../../shared/text.ts";

/** What a case waits for that is late; nothing where a newer server has a reason of its own. */
export function delayText(reason: string | undefined, t: Translate<"messages">): string {
  const known = delayReasons.find((one) => one === reason);
  return known === undefined ? "" : t(`delay_${known}`);
}

/** The roles that stand behind a correction, in words. */
export function rolesOf(
  params: Readonly<Record<string, string>>,
  t: Translate<"messages">,
): Record<string, string> {
  const named = (roles: string | undefined) =>
    (roles ?? "")
      .split(",")
      .flatMap((role) => operatorRoles.filter((one) => one === role))
      .map((role) => t(`role_${role}`))
      .join(" · ");
  const { proposed_role: proposed, approved_roles: approved } = params;
  return proposed === undefined
    ? {}
    : { proposed_role: named(proposed), approved_roles: named(approved) };
}
