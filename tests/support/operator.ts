import type { ApplicationAccess } from "./application.ts";

/** A call of the signed-in operator; answers its data, throws with what was answered otherwise. */
export type OperatorCall = <Data>(
  method: "GET" | "POST",
  path: string,
  body?: object,
) => Promise<Data>;

type Session = { cookie: string; csrfToken: string };

/** By the application's address. One sign-in for many calls: an address has a limited number of attempts. */
const sessions = new Map<string, Session>();

/** The first operator of a started application, signed in over HTTP, and again when the session has ended. */
export async function asOperator(application: ApplicationAccess): Promise<OperatorCall> {
  const renew = async () => {
    const renewed = await signIn(application);
    sessions.set(application.address, renewed);
    return renewed;
  };
  let session = sessions.get(application.address) ?? (await renew());
  return async <Data>(method: "GET" | "POST", path: string, body?: object) => {
    const ask = async () => {
      const answer = await fetch(`${application.address}/api/ops${path}`, {
        method,
        headers: { ...json, cookie: session.cookie, "x-csrf-token": session.csrfToken },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
      if (!isJson) return { status: 1, msg: "ok", data: (await answer.blob()) as Data };
      return (await answer.json()) as { status: number; msg: string; data: Data };
    };
    let told = await ask();
    if (told.msg === "sign_in_again") {
      session = await renew();
      told = await ask();
    }
    if (told.status !== 1) throw new Error(`${path} was refused: ${JSON.stringify(told)}`);
    return told.data;
  };
}

/** Opens both photos of an identity check, as whoever decides it has to. */
export async function openPhotos(operator: OperatorCall, id: string): Promise<void> {
  type Case = { front_document_id: string; back_document_id: string | null };
  const shown = await operator<Case>("GET", `/verifications/${id}`);
  for (const photo of [shown.front_document_id, shown.back_document_id]) {
    if (photo !== null) await operator<Blob>("GET", `/documents/${photo}`);
  }
}

const json = { "content-type": "application/json" };

async function signIn(application: ApplicationAccess): Promise<Session> {
  const answer = await fetch(`${application.address}/api/ops/sign-in`, {
    method: "POST",
    headers: json,
    body: JSON.stringify({
      email: application.operatorEmail,
      password: application.operatorPassword,
    }),
  });
  const told = (await answer.json()) as { data: { csrf_token: string } | null };
  if (told.data === null) throw new Error(`the sign-in was refused: ${JSON.stringify(told)}`);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { cookie, csrfToken: told.data.csrf_token };
}

/** Moves a started application's simulated clock forward, as an operator does it. */
export async function advanceClock(application: ApplicationAccess, seconds: number): Promise<void> {
  const operator = await asOperator(application);
  await operator("POST", "/simulation/clock", { advance_seconds: seconds });
}
