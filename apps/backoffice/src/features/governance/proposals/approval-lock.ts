import type { Me } from "../../../shared/session.ts";
import { refusalText } from "../../../shared/text.ts";

/** Nobody approves that their own sign-in is set anew, as the server says as well. */
export function approvalLock(
  { kind, subject }: { kind: string; subject: string },
  { email }: Pick<Me, "email">,
): string | null {
  const isOwnReset = kind === "operator_reset" && subject === email;
  return isOwnReset ? refusalText({ code: "operator_is_oneself" }) : null;
}
