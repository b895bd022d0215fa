import type { CallInput, CallOutput, OperatorCalls, OperatorRole } from "@sanshi/contract";
import { operatorCalls } from "@sanshi/contract";
import { hashPassword } from "../../apps/server/src/platform/passwords.ts";
import { firstRow, sql } from "../../apps/server/src/platform/sql/database.ts";
import type { MarketFeed } from "../../apps/server/src/market-feed/market-feed.ts";
import { testOperator, type TestApplication } from "./test-application.ts";

/** A signed-in operator's headers. */
export type OperatorSession = { cookie: string; "x-csrf-token": string };

type Path = keyof OperatorCalls;
type Envelope<P extends Path> = {
  status: 0 | 1;
  msg: string;
  params?: Record<string, string>;
  fields?: string[];
  data: CallOutput<OperatorCalls[P]>;
};

const password = "an operator of the tests";
let passwordHash: Promise<string> | undefined;
let made = 0;

/** The operator of the environment, an administrator. */
export function firstOperator(app: TestApplication<MarketFeed>): Promise<OperatorSession> {
  return signIn(app, testOperator);
}

/** Another operator, as one is who was let in some time ago. */
export async function newOperator(
  app: TestApplication<MarketFeed>,
  role: OperatorRole,
): Promise<OperatorSession & { id: string; email: string }> {
  made += 1;
  const email = `${role}.${made}@sanshi.example`;
  passwordHash ??= hashPassword(password);
  const row = await firstRow(
    app.owner.reader,
    sql<{ id: bigint }>`INSERT INTO operator (email, password_hash, role)
      VALUES (${email}, ${await passwordHash}, ${role}) RETURNING id`,
  );
  const session = await signIn(app, { email, password });
  return { ...session, id: String(row?.id), email };
}

/** Gives all who are signed in a second factor, as each has where money is real. */
export async function equipOperators(app: TestApplication<MarketFeed>): Promise<void> {
  await sql`UPDATE operator SET totp_secret = 'sealed', totp_confirmed_at = real_now()
    WHERE totp_confirmed_at IS NULL AND id IN (SELECT operator_id FROM operator_session)`.execute(
    app.owner.reader,
  );
}

export async function signIn(
  app: TestApplication<MarketFeed>,
  form: { email: string; password: string; code?: string },
): Promise<OperatorSession> {
  const answer = await app.context.http.fastify.inject({
    method: "POST",
    url: "/api/ops/sign-in",
    headers: { "content-type": "application/json" },
    payload: JSON.stringify(form),
  });
  const [cookie] = answer.cookies;
  if (cookie === undefined) throw new Error(`nobody signed in: ${answer.body}`);
  return {
    cookie: `${cookie.name}=${cookie.value}`,
    "x-csrf-token": answer.json().data.csrf_token,
  };
}

/** One operators' call over HTTP, in process. The fields in the path are taken out of the form. */
export async function ops<P extends Path>(
  app: TestApplication<MarketFeed>,
  path: P,
  form: CallInput<OperatorCalls[P]> | Record<string, unknown>,
  session: Partial<OperatorSession> = {},
): Promise<{ code: number; body: Envelope<P>; text: string; bytes: Buffer }> {
  const { method } = operatorCalls[path];
  const rest: Record<string, unknown> = { ...form };
  const url = path.replaceAll(/:(\w+)/g, (_gap, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(rest as Record<string, string>).toString();
  const { cookie, "x-csrf-token": csrf } = session;
  const answer = await app.context.http.fastify.inject({
    method,
    url: method === "GET" && query !== "" ? `${url}?${query}` : url,
    headers: {
      ...(cookie !== undefined && { cookie }),
      ...(csrf !== undefined && { "x-csrf-token": csrf }),
      ...(method === "POST" && { "content-type": "application/json" }),
    },
    ...(method === "POST" && { payload: JSON.stringify(rest) }),
  });
  app.showFault(path, answer.statusCode);
  const isJson = String(answer.headers["content-type"]).startsWith("application/json;");
  return {
    code: answer.statusCode,
    body: isJson ? answer.json() : (undefined as never),
    text: answer.body,
    bytes: answer.rawPayload,
  };
}

/** `data` of a call that must succeed. */
export async function opsAccepted<P extends Path>(
  app: TestApplication<MarketFeed>,
  path: P,
  form: CallInput<OperatorCalls[P]>,
  session: OperatorSession,
): Promise<CallOutput<OperatorCalls[P]>> {
  const { code, body } = await ops(app, path, form, session);
  if (body.status !== 1) throw new Error(`${path} was refused: ${code} ${JSON.stringify(body)}`);
  return body.data;
}

/** The code of a call that must be refused; `ok` where it was not. */
export async function opsRefused<P extends Path>(
  app: TestApplication<MarketFeed>,
  path: P,
  form: CallInput<OperatorCalls[P]> | Record<string, unknown>,
  session: Partial<OperatorSession> = {},
): Promise<string> {
  return (await ops(app, path, form, session)).body.msg;
}
