import cookie from "@fastify/cookie";
import { operatorCalls, type Call, type CallOutput, type CheckedInput } from "@sanshi/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { operatorCookie, type Operator, type OperatorSessions } from "../operator-sessions.ts";
import type { Outcome } from "../outcome.ts";
import { fieldsAtFault, refusalOf, sendData, sendRefusal } from "./answers.ts";

type OperatorCalls = typeof operatorCalls;
export type OperatorPath = keyof OperatorCalls;

export type OperatorRequest<C extends Call> = {
  input: CheckedInput<C>;
  operator: C["access"] extends "operator" ? Operator : null;
  address: string;
  token: string;
  reply: FastifyReply;
};

export type OperatorHttp = {
  /** Serves one operators' call: JSON in and out, session cookie, `x-csrf-token`. */
  handle<Path extends OperatorPath>(
    path: Path,
    handler: (
      request: OperatorRequest<OperatorCalls[Path]>,
    ) => Promise<Outcome<CallOutput<OperatorCalls[Path]>>>,
  ): void;
};

export async function createOperatorHttp(
  server: FastifyInstance,
  sessions: OperatorSessions,
): Promise<OperatorHttp> {
  await server.register(cookie);
  return {
    handle(path, handler) {
      const call: Call = operatorCalls[path];
      server.post(path, async (request, reply) => {
        const token = request.cookies[operatorCookie] ?? "";
        let operator: Operator | null = null;
        if (call.access === "operator") {
          const csrfToken = request.headers["x-csrf-token"];
          const session =
            token === ""
              ? null
              : await sessions.resolve(token, typeof csrfToken === "string" ? csrfToken : "");
          if (session === null) return sendRefusal(reply, refusalOf("sign_in_again"));
          if (!session.csrf) return sendRefusal(reply, refusalOf("forbidden"));
          operator = session.operator;
        }
        if (!(request.headers["content-type"] ?? "").startsWith("application/json")) {
          return sendRefusal(reply, refusalOf("unsupported_media_type"));
        }
        const input = call.input.safeParse(request.body);
        if (!input.success) {
          return sendRefusal(reply, refusalOf("invalid_request"), fieldsAtFault(input.error));
        }
        const outcome = await handler({
          input: input.data,
          operator,
          address: request.ip,
          token,
          reply,
        } as Parameters<typeof handler>[0]);
        return outcome.ok ? sendData(reply, outcome.value) : sendRefusal(reply, outcome.refusal);
      });
    },
  };
}
