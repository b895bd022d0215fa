import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { resetExpiryOf } from "./passwords.rules.ts";
import {
  cancelFundPasswordReset,
  fundPasswordOf,
  resetFundPassword,
  setFundPassword,
} from "./passwords.ts";

export function passwordRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/fund-password", async ({ customer }) => {
    const stored = await fundPasswordOf(context, customer);
    const dueAt = stored?.reset_due_at ?? null;
    return accept({
      set: stored !== undefined,
      changed_at: stored === undefined ? null : iso(stored.changed_at),
      reset_due_at: dueAt === null ? null : iso(dueAt),
      reset_expires_at: dueAt === null ? null : iso(resetExpiryOf(dueAt)),
    });
  });
  http.handle("/user/set-fund-password", ({ input, customer }) =>
    setFundPassword(context, customer, {
      loginPassword: input.login_password,
      newPassword: input.new_password,
      newPassword2: input.new_password2,
      oldPassword: input.old_password ?? null,
    }),
  );
  http.handle("/user/reset-fund-password", async ({ input, customer }) => {
    const asked = await resetFundPassword(context, customer, input.login_password);
    if (!asked.ok) return asked;
    const { value: dueAt } = asked;
    return accept({ reset_due_at: iso(dueAt), reset_expires_at: iso(resetExpiryOf(dueAt)) });
  });
  http.handle("/user/cancel-fund-password-reset", ({ input, customer }) =>
    cancelFundPasswordReset(context, customer, input.request_id),
  );
}

const iso = (at: number) => new Date(at).toISOString();
