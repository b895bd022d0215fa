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
  writeStored("token", session.token);
  writeStored("account", session.account);
  useSession.setState({ token: session.token, account: session.account });
}

/** Forgets token and account. The server is told by `signOut` in `shared/sign-out.ts`. */
export function clearSession(): void {
  writeStored("token", "");
  writeStored("account", "");
  useSession.setState({ token: "", account: "" });
}

/** Another tab signed in or out: this one follows. */
export function followOtherTabs(): void {
  window.addEventListener("storage", (event) => {
    if (event.key !== null && event.key !== "tokend" && event.key !== "account") return;
    const session = { token: readStored("token"), account: readStored("account") };
    const complete = session.token !== "" && session.account !== "";
    useSession.setState(complete ? session : { token: "", account: "" });
  });
}
