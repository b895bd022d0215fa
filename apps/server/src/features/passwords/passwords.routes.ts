import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import {
  cancelFundPasswordReset,
  fundPasswordOf,
  resetFundPassword,
  setFundPassword,
} from "./passwords.ts";

export function passwordRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/fund-password", async ({ customer }) => {
    const stored = await fundPasswordOf(context.database.reader, customer.customerId);
    return accept({
      set: stored !== undefined,
      changed_at: iso(stored?.changed_at),
      reset_due_at: iso(stored?.reset_due_at),
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
    return asked.ok ? accept({ reset_due_at: new Date(asked.value).toISOString() }) : asked;
  });
  http.handle("/user/cancel-fund-password-reset", async ({ customer }) => {
    await cancelFundPasswordReset(context, customer);
    return accept({});
  });
}

function iso(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : new Date(at).toISOString();
}
