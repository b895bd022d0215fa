import { ask } from "./api.ts";
import { replacePlace, goTo } from "./places.ts";
import { clearSession } from "./session.ts";

/** Tells the server, clears token and account, goes to `/` and then to the sign-in screen. */
export async function signOut(): Promise<void> {
  await ask("/user/logout", {});
  clearSession();
  goTo("/");
  replacePlace("/login/login");
}
