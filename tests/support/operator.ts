import type { ApplicationAccess } from "./application.ts";

/** Moves a started application's simulated clock forward, as an operator does it. */
export async function advanceClock(application: ApplicationAccess, seconds: number): Promise<void> {
  const headers = { "content-type": "application/json" };
  const signIn = await fetch(`${application.address}/api/ops/sign-in`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      email: application.operatorEmail,
      password: application.operatorPassword,
    }),
  });
  const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { data } = (await signIn.json()) as { data: { csrf_token: string } | null };
  const answer = await fetch(`${application.address}/api/ops/simulation/clock`, {
    method: "POST",
    headers: { ...headers, cookie, "x-csrf-token": data?.csrf_token ?? "" },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
  if (!answer.ok) throw new Error(`The clock was not moved: ${await answer.text()}`);
}
