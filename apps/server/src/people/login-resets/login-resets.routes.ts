import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { startResetExpiry } from "./login-resets.jobs.ts";
import { serveLoginResetQueue } from "./login-resets.queue.ts";
import { askForReset, cancelReset, resetOf, stopReset } from "./login-resets.ts";

export async function loginResetsFeature(context: Context): Promise<{ stop(): Promise<void> }> {
  const { http } = context;
  http.handle("/user/forgotten-login-password", ({ input, address, device }) =>
    askForReset(
      context,
      {
        account: input.account,
        newPassword: input.new_password,
        newPassword2: input.new_password2,
        requestId: input.request_id,
      },
      { address, device },
    ),
  );
  http.handle("/user/login-password-reset", async ({ customer }) => {
    const found = await resetOf(context, customer);
    if (found === undefined) return accept({ reset: null });
    const { requested_at, due_at, expires_at } = found;
    return accept({
      reset: {
        requested_at: iso(requested_at),
        due_at: due_at === null ? null : iso(due_at),
        expires_at: iso(expires_at),
      },
    });
  });
  http.handle("/user/cancel-login-password-reset", ({ input, customer }) =>
    cancelReset(context, customer, input.request_id),
  );
  http.handle("/user/stop-reset", ({ input, customer }) =>
    stopReset(context, customer, input.request_id),
  );
  serveLoginResetQueue(context);
  return startResetExpiry(context);
}

const iso = (at: number) => new Date(at).toISOString();
