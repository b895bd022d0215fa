import { create } from "zustand";
import type { Output } from "./calls.ts";

/** Who is signed in, what they may do, and how approval stands on this instance. */
export type Me = Output<"/api/ops/me">;

/** `unknown` until the server was asked: the session itself is a cookie that no script can read. */
type Session =
  | { state: "unknown" }
  | { state: "signed-out" }
  | { state: "failed" }
  | { state: "signed-in"; me: Me };

export const useSession = create<{ session: Session }>(() => ({ session: { state: "unknown" } }));

// In memory only: a page that is loaded again asks for it.
let token = "";

export function csrfToken(): string {
  return token;
}

export function keepCsrfToken(given: string): void {
  token = given;
}

export function keepSession(me: Me): void {
  useSession.setState({ session: { state: "signed-in", me } });
}

export function failSession(): void {
  useSession.setState({ session: { state: "failed" } });
}

/** Over, or not what it was: whoever listens asks the server how things stand. */
export function endSession(): void {
  const { session } = useSession.getState();
  if (session.state === "signed-in") useSession.setState({ session: { state: "unknown" } });
}

export function forgetSession(): void {
  token = "";
  useSession.setState({ session: { state: "signed-out" } });
}

/** The signed-in operator. Only for what stands inside the frame. */
export function useMe(): Me {
  const session = useSession((state) => state.session);
  if (session.state !== "signed-in") throw new Error("Nobody is signed in");
  return session.me;
}
