import type { ApplicationAccess } from "./application.ts";

/** A call of the signed-in operator; answers its data, throws with what was answered otherwise. */
export type OperatorCall = <Data>(
  method: "GET" | "POST",
  path: string,
  body?: object,
) => Promise<Data>;

/** The first operator of a started application, signed in over HTTP. */
export async function asOperator(application: ApplicationAccess): Promise<OperatorCall> {
  const json = { "content-type": "application/json" };
  const signIn = await fetch(`${application.address}/api/ops/sign-in`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({
      email: application.operatorEmail,
      password: application.operatorPassword,
    }),
  });
  const cookie = signIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const { data } = (await signIn.json()) as { data: { csrf_token: string } | null };
  return async <Data>(method: "GET" | "POST", path: string, body?: object) => {
    const answer = await fetch(`${application.address}/api/ops${path}`, {
      method,
      headers: { ...json, cookie, "x-csrf-token": data?.csrf_token ?? "" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const told = (await answer.json()) as { status: number; data: Data };
    if (told.status !== 1) throw new Error(`${path} was refused: ${JSON.stringify(told)}`);
    return told.data;
  };
}

/** Moves a started application's simulated clock forward, as an operator does it. */
export async function advanceClock(application: ApplicationAccess, seconds: number): Promise<void> {
  const operator = await asOperator(application);
  await operator("POST", "/simulation/clock", { advance_seconds: seconds });
}
