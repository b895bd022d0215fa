import { timingSafeEqual } from "node:crypto";
import type { Readable } from "node:stream";
import cookie from "@fastify/cookie";
import {
  appTimeHeader,
  asksForSecrets,
  may,
  operatorCalls,
  realTimeHeader,
  textsForCustomers,
  type AnyRefusalCode,
  type CheckedInput,
  type CallOutput,
  type OperatorCall,
  type OperatorCalls,
  type OperatorPath,
} from "@sanshi/contract";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../clock.ts";
import type { AuditDetails, AuditLog } from "../audit-log.ts";
import type { Logger } from "../log.ts";
import { networkOf } from "../network-of.ts";
import {
  csrfTokenOf,
  operatorCookie,
  type Operator,
  type OperatorSessions,
} from "../operator-sessions.ts";
import { refuse, type Outcome } from "../outcome.ts";
import type { Transaction } from "../sql/database.ts";
import { fieldsAtFault, refusalOf, sendData, sendRefusal } from "./answers.ts";
import { parseForm } from "./form.ts";

/** Writes what a call was about into the audit log. */
export type Audit = {
  /** Who it was, where a call that anybody may make found that out. */
  by(operator: Pick<Operator, "operatorId" | "email" | "role">): void;
  /** For the entry that is written when the call is answered, whatever its outcome. */
  about(subject: string, details?: AuditDetails): void;
  /**
   * Writes the entry of a call that succeeds now, in the transaction that changes something, as its last
   * step: then there is no change without its entry.
   */
  within(transaction: Transaction, subject: string, details?: AuditDetails): Promise<void>;
};

type OperatorRequest<C extends OperatorCall> = {
  input: CheckedInput<C>;
  operator: C["access"] extends "operator" ? Operator : null;
  audit: Audit;
  address: string;
  token: string;
  reply: FastifyReply;
};

/** The answer of a call that the contract marks with `answersFile`. */
export class FileAnswer {
  readonly name: string;
  readonly mediaType: string;
  readonly content: string | Buffer | Readable;
  constructor(name: string, mediaType: string, content: string | Buffer | Readable) {
    this.name = name;
    this.mediaType = mediaType;
    this.content = content;
  }
}

type OperatorHandler<C extends OperatorCall> = (
  request: OperatorRequest<C>,
) => Promise<Outcome<CallOutput<C> | FileAnswer>>;

/** A reading call asked for within another one: by the same operator, with their rights to it. */
export type ReadWithin = (
  path: OperatorPath,
  fields: Readonly<Record<string, string>>,
  request: { operator: Operator; address: string; token: string; reply: FastifyReply },
) => Promise<Outcome<unknown>>;

export type OperatorHttp = {
  /** The audit entry is the asking call's: it says what was read. */
  readWithin: ReadWithin;
  /** Serves one operators' call: JSON in and out, session cookie, `x-csrf-token`. */
  handle<Path extends OperatorPath>(
    path: Path,
    handler: OperatorHandler<OperatorCalls[Path]>,
  ): void;
};

type Options = {
  sessions: OperatorSessions;
  auditLog: AuditLog;
  log: Logger;
  simulated: boolean;
  clock: Pick<Clock, "now" | "realNow">;
  /** Holds every answer against the contract: on in tests. */
  checkAnswers: boolean;
};

export async function createOperatorHttp(
  server: FastifyInstance,
  options: Options,
): Promise<OperatorHttp> {
  await server.register(cookie);
  const strangers = createStrangerLimit();
  const handlers = new Map<string, OperatorHandler<OperatorCall>>();
  return {
    readWithin: (path, fields, request) => {
      const call: OperatorCall = operatorCalls[path];
      const handler = handlers.get(path);
      if (handler === undefined || call.method !== "GET") throw new Error(`${path} reads nothing`);
      if (call.permission === null || !may(request.operator.role, call.permission)) {
        return Promise.resolve(refuse("forbidden"));
      }
      const input = call.input.safeParse(fields);
      if (!input.success) return Promise.resolve(refuse("invalid_request"));
      const within = { ...request, input: input.data, audit: toldElsewhere };
      return handler(within as unknown as Parameters<typeof handler>[0]);
    },
    handle(path, handler) {
      const call: OperatorCall = operatorCalls[path];
      handlers.set(path, handler as unknown as OperatorHandler<OperatorCall>);
      const exchanges = new WeakMap<FastifyRequest, Exchange>();
      const exchangeOf = (request: FastifyRequest) => {
        const known = exchanges.get(request);
        if (known !== undefined) return known;
        const made = newExchange();
        exchanges.set(request, made);
        return made;
      };
      server.route({
        method: call.method,
        url: path,
        ...(call.bodyBytesMax !== null && { bodyLimit: call.bodyBytesMax }),
        // Before the body is read: whoever may not make the call cannot make us read one.
        onRequest: async (request, reply) => {
          const exchange = exchangeOf(request);
          const refusal = await admit(call, request, exchange, options);
          if (refusal === null) return;
          if (
            refusal === "sign_in_again" &&
            strangers.isOneTooMany(networkOf(request.ip), exchange)
          ) {
            return sendRefusal(reply, refusalOf("too_many_requests"));
          }
          return sendRefusal(reply, refusalOf(refusal));
        },
        // Again once the body is there: whoever sends it slowly may have been disabled meanwhile.
        preHandler: async (request, reply) => {
          if (call.method !== "POST") return;
          const refusal = await admit(call, request, exchangeOf(request), options);
          if (refusal !== null) return sendRefusal(reply, refusalOf(refusal));
        },
        handler: async (request, reply) => {
          const exchange = exchangeOf(request);
          if (call.method === "POST" && !isJson(request)) {
            return sendRefusal(reply, refusalOf("unsupported_media_type"));
          }
          const input = call.input.safeParse(fieldsOf(call, request));
          if (!input.success) {
            return sendRefusal(reply, refusalOf("invalid_request"), fieldsAtFault(input.error));
          }
          const written = textsForCustomers(path, input.data as object);
          if (asksForSecrets(written.join("\n"))) {
            return sendRefusal(reply, refusalOf("text_asks_for_secrets"));
          }
          const outcome = await handler({
            input: input.data,
            operator: exchange.operator,
            audit: auditOf(options.auditLog, request, exchange),
            address: request.ip,
            token: request.cookies[operatorCookie] ?? "",
            reply,
          } as Parameters<typeof handler>[0]);
          if (!outcome.ok) return sendRefusal(reply, outcome.refusal);
          const value: unknown = outcome.value;
          if (value instanceof FileAnswer) return sendFile(reply, value);
          if (options.checkAnswers) checkAnswer(path, call, value);
          return sendData(reply, value);
        },
        onSend: async (request, reply, payload) => {
          const exchange = exchangeOf(request);
          // An open screen follows a move of the simulated clock by whatever it reads next.
          reply.header(appTimeHeader, options.clock.now());
          reply.header(realTimeHeader, options.clock.realNow());
          try {
            await writeEntry(options.auditLog, request, exchange, outcomeIn(payload));
            return payload;
          } catch (error) {
            // Nothing is answered of which no record was kept.
            options.log.error({ err: error, path }, "an operators' call could not be recorded");
            reply.code(503).removeHeader("content-length").removeHeader("content-disposition");
            reply.header("content-type", "application/json; charset=utf-8");
            // What was done is done: only the record of the answer is missing.
            const isDone = call.method === "POST" && outcomeIn(payload) === "ok";
            const msg = isDone ? "outcome_unknown" : "overloaded";
            return JSON.stringify({ status: 0, msg, data: null });
          }
        },
      });
    },
  };
}

const toldElsewhere: Audit = {
  by: () => undefined,
  about: () => undefined,
  within: () => Promise.reject(new Error("a reading call changes nothing")),
};

/** What is known of one request while it is answered. */
type Exchange = {
  operator: Operator | null;
  /** Who signed in by the call itself. */
  found: Pick<Operator, "operatorId" | "email" | "role"> | null;
  subject: string;
  details: AuditDetails;
  /** The entry was written by the transaction of the change. */
  isWritten: boolean;
  isSilent: boolean;
};

function newExchange(): Exchange {
  return {
    operator: null,
    found: null,
    subject: "",
    details: {},
    isWritten: false,
    isSilent: false,
  };
}

/** Why the call is refused before its body is looked at, or null. */
async function admit(
  call: OperatorCall,
  request: FastifyRequest,
  exchange: Exchange,
  { sessions, simulated }: Options,
): Promise<AnyRefusalCode | null> {
  if (call.access === "anyone") return null;
  const token = request.cookies[operatorCookie] ?? "";
  const operator = token === "" ? null : await sessions.resolve(token);
  if (operator === null) return "sign_in_again";
  exchange.operator = operator;
  // Reading changes nothing, and another site cannot see what is answered.
  if (call.method !== "GET" && !isCsrfTokenOf(token, request.headers["x-csrf-token"])) {
    return "forbidden";
  }
  if (call.permission !== null && !may(operator.role, call.permission)) return "forbidden";
  if (call.whileSettingUp) return null;
  if (operator.passwordChangeRequired) return "password_change_required";
  if (!simulated && !operator.hasSecondFactor) return "second_factor_required";
  return null;
}

function isCsrfTokenOf(token: string, given: string | string[] | undefined): boolean {
  if (typeof given !== "string") return false;
  const [expected, actual] = [Buffer.from(csrfTokenOf(token)), Buffer.from(given)];
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function isJson(request: FastifyRequest): boolean {
  return /^application\/json\b/i.test(request.headers["content-type"] ?? "");
}

/** The path's fields with those of the query or the body; null, which no call accepts, where one comes twice. */
function fieldsOf(call: OperatorCall, request: FastifyRequest): unknown {
  const inPath = request.params as Record<string, string>;
  const sent: unknown =
    call.method === "GET" ? parseForm(request.url.split("?").slice(1).join("?")) : request.body;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent)) return null;
  if (Object.keys(inPath).some((name) => Object.hasOwn(sent, name))) return null;
  return isWellFormed(sent) ? { ...sent, ...inPath } : null;
}

/** Half a character, which JSON can spell, is text to no database. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, inner]) => name.isWellFormed() && isWellFormed(inner));
}

function auditOf(auditLog: AuditLog, request: FastifyRequest, exchange: Exchange): Audit {
  return {
    by: (operator) => void (exchange.found = operator),
    about(subject, details = {}) {
      exchange.subject = subject;
      exchange.details = details;
    },
    async within(transaction, subject, details = {}) {
      exchange.subject = subject;
      exchange.details = details;
      await auditLog.appendWithin(transaction, recordOf(request, exchange, "ok"));
      exchange.isWritten = true;
    },
  };
}

async function writeEntry(
  auditLog: AuditLog,
  request: FastifyRequest,
  exchange: Exchange,
  outcome: string,
): Promise<void> {
  if (exchange.isSilent) return;
  // An entry of success whose transaction was undone is gone with it.
  if (exchange.isWritten && outcome === "ok") return auditLog.settled();
  await auditLog.append(recordOf(request, exchange, outcome));
}

function recordOf(request: FastifyRequest, exchange: Exchange, outcome: string) {
  const operator = exchange.operator ?? exchange.found;
  return {
    operatorId: operator?.operatorId ?? null,
    operator: operator?.email ?? null,
    role: operator?.role ?? null,
    address: request.ip,
    method: request.method,
    path: request.routeOptions.url ?? "",
    subject: exchange.subject,
    outcome,
    details: exchange.details,
  };
}

const refusedAnswer = /^\{"status":0,"msg":"([a-z_]+)"/;

function outcomeIn(payload: unknown): string {
  return typeof payload === "string" ? (refusedAnswer.exec(payload)?.[1] ?? "ok") : "ok";
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  return reply
    .headers({
      "content-type": file.mediaType,
      "content-disposition": `attachment; filename="${file.name.replaceAll(/[^\w.-]/g, "_")}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
      "cross-origin-resource-policy": "same-origin",
    })
    .send(file.content);
}

function checkAnswer(path: string, call: OperatorCall, value: unknown): void {
  const checked = call.output.safeParse(value);
  if (!checked.success) throw new Error(`${path} answered outside its contract: ${checked.error}`);
}

const strangerCallsMax = 1_200;
const strangerWindowMs = 60_000;
const strangersMax = 10_000;

/**
 * Calls without a session are recorded too, but nobody fills the log by them: of an address that makes
 * too many, one refusal a minute is written down, and the rest are turned away unrecorded.
 */
function createStrangerLimit() {
  const calls = new Map<string, { since: number; count: number }>();
  return {
    isOneTooMany(network: string, exchange: Exchange): boolean {
      const now = performance.now();
      let counted = calls.get(network);
      if (counted === undefined || now - counted.since > strangerWindowMs) {
        if (calls.size >= strangersMax) calls.clear();
        counted = { since: now, count: 0 };
        calls.set(network, counted);
      }
      counted.count += 1;
      exchange.isSilent = counted.count > strangerCallsMax + 1;
      return counted.count > strangerCallsMax;
    },
  };
}
