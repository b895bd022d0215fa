import { create } from "zustand";
import { readStored, writeStored } from "./stored.ts";

type Session = { token: string; account: string };

/** The specification's session store: both empty at start. */
export const useSession = create<Session>(() => ({ token: "", account: "" }));

/** From local storage, at the start of the app. Half a session is none. */
export function restoreSession(): void {
  const token = readStored("token");
  const account = readStored("account");
  if (token !== "" && account !== "") useSession.setState({ token, account });
}

export function startSession(session: Session): void {
  if (session.account !== useSession.getState().account) forgetFigures();
  writeStored("token", session.token);
  writeStored("account", session.account);
  useSession.setState({ token: session.token, account: session.account });
}

/** Where the last known figures are kept (kept-answers.ts). */
export const figuresCache = "figures";

/**
 * Forgets token and account, and what was kept of the account for the time without a connection. The
 * server is told by `signOut` in `shared/sign-out.ts`.
 */
export function clearSession(): void {
  writeStored("token", "");
  writeStored("account", "");
  useSession.setState({ token: "", account: "" });
  forgetFigures();
}

/** Nobody sees another's, and nobody finds one's own after having left. */
function forgetFigures(): void {
  // There is none where the connection is not encrypted.
  if ("caches" in globalThis) void caches.delete(figuresCache).catch(() => undefined);
  if ("clearAppBadge" in navigator) void navigator.clearAppBadge().catch(() => undefined);
  if ("serviceWorker" in navigator) void endPush().catch(() => undefined);
}

/** What is pushed is for whoever was signed in: the browser takes no more of it, whether or not the server hears. */
async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  // An older Safari has a worker and no pushes.
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/** Another tab signed in or out: this one follows. */
export function followOtherTabs(): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== null && event.key !== "tokend" && event.key !== "account") return;
    const session = { token: readStored("token"), account: readStored("account") };
    const complete = session.token !== "" && session.account !== "";
    useSession.setState(complete ? session : { token: "", account: "" });
    if (!complete) forgetFigures();
  });
}
