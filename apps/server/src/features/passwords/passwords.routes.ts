import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { fundPasswordSince, setFundPassword } from "./passwords.ts";

export function passwordRoutes(context: Context): void {
  const { http } = context;
  http.handle("/user/fund-password", async ({ customer }) => {
    const since = await fundPasswordSince(context.database.reader, customer.customerId);
    return accept({
      set: since !== null,
      changed_at: since === null ? null : new Date(since).toISOString(),
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
}
