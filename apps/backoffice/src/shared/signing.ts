import { read, RefusedError, send } from "./api.ts";
import { queryClient } from "./queries.ts";
import { setServerNow } from "@sanshi/web/server-clock";
import { failSession, forgetSession, keepCsrfToken, keepSession } from "./session.ts";

/** Asks who the cookie signs in: at the start, after signing in, and whenever that may have changed. */
export async function refreshSession(): Promise<void> {
  try {
    const { csrf_token } = await read("/api/ops/csrf-token", {});
    keepCsrfToken(csrf_token);
    const me = await read("/api/ops/me", {});
    setServerNow(Date.parse(me.now));
    keepSession(me);
  } catch (error) {
    const isOver = error instanceof RefusedError && error.refusal.httpStatus === 401;
    if (!isOver) return failSession();
    // Nobody sees what another operator had on the screen.
    queryClient.clear();
    forgetSession();
  }
}

export async function signOut(): Promise<void> {
  await send("/api/ops/sign-out", {});
  queryClient.clear();
  forgetSession();
}
