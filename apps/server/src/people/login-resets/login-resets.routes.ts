import type { Context } from "../../context.ts";
import { accept } from "../../platform/outcome.ts";
import { startResetExpiry } from "./login-resets.jobs.ts";
import { askForFactorReset, cancelFactorReset, factorResetOf } from "./factor-resets.ts";
import { serveResetQueues } from "./login-resets.queue.ts";
import { askForReset, cancelReset, resetOf, resets, stopReset } from "./login-resets.ts";
import type { StoredReset } from "./login-resets.store.ts";

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
    return accept({ reset: found === undefined ? null : onWire(found) });
  });
  http.handle("/user/lost-second-factors", ({ input, address, device, devices }) =>
    askForFactorReset(context, input, { address, device }, { resets, devices }),
  );
  http.handle("/user/second-factor-reset", async ({ customer }) => {
    const found = await factorResetOf(context, customer);
    return accept({ reset: found === undefined ? null : onWire(found) });
  });
  http.handle("/user/cancel-second-factor-reset", ({ input, customer }) =>
    cancelFactorReset(context, customer, input.request_id),
  );
  http.handle("/user/cancel-login-password-reset", ({ input, customer }) =>
    cancelReset(context, customer, input.request_id),
  );
  http.handle("/user/stop-reset", ({ input, customer }) =>
    stopReset(context, customer, input.request_id),
  );
  serveResetQueues(context);
  return startResetExpiry(context);
}

function onWire({ requested_at, due_at, expires_at }: StoredReset) {
  return {
    requested_at: iso(requested_at),
    due_at: due_at === null ? null : iso(due_at),
    expires_at: iso(expires_at),
  };
}

const iso = (at: number) => new Date(at).toISOString();
