import {
  calls,
  type Call,
  type CallOutput,
  type CallPath,
  type Calls,
  type CheckedInput,
} from "@sanshi/contract";
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteShorthandOptions,
} from "fastify";
import type { Logger } from "../log.ts";
import type { Outcome } from "../outcome.ts";
import { PasswordQueueFull } from "../passwords.ts";
import { asRequest, newRequestId } from "../request-id.ts";
import type { Customer, Sessions } from "../sessions.ts";
import { isConnectionFault, OutcomeUnknownError } from "../sql/connection-faults.ts";
import { createAdmission, kindOf, type CallKind } from "./admission.ts";
import {
  fieldsAtFault,
  refusalOf,
  sendCustomerData,
  sendRefusal,
  type RawJson,
} from "./answers.ts";
import { answerBrokenRequest } from "./broken-requests.ts";
import { createCallCounts, type CallCounts } from "./call-counts.ts";
import { callsPerSecondDefault, createCallRates } from "./call-rates.ts";
import { parseForm } from "./form.ts";
import { createCallerPlaces } from "./caller-places.ts";
import { cookieHeader, createDeviceCookies, type DeviceCookies } from "./device-cookies.ts";
import { createHangUp } from "./hang-up.ts";
import { parseJson } from "./json.ts";
import { isEncrypted } from "./transport-security.ts";
import { boundOpenCalls } from "./open-calls.ts";
import { createUploadPlaces, multipartBytesMax, parseMultipart } from "./multipart.ts";

/** What a handler gets. `customer` is there exactly where the contract asks for one. */
type CallRequest<C extends Call> = {
  input: CheckedInput<C>;
  customer: C["access"] extends "customer" ? Customer : null;
  /** The peer's address as the connection has it; no header can change it. */
  address: string;
  /** The name and port under which the browser reached us; a forged one only fails its own passkey. */
  host: string;
  /** What the browser calls itself, cut to a bounded length. */
  device: string;
  token: string;
  /** Which accounts have signed in in this browser; sent to the calls under `/user` alone. */
  devices: DeviceCookies;
};

type CallHandler<C extends Call> = (
  request: CallRequest<C>,
) => Promise<Outcome<CallOutput<C> | RawJson>>;

export type HttpServer = {
  fastify: FastifyInstance;
  counts: CallCounts;
  /** Serves one of the contract's calls under `/api/vue`. */
  handle<Path extends CallPath>(path: Path, handler: CallHandler<Calls[Path]>): void;
  /** Returns the server's address; port 0 is any that is free. */
  listen(at: { port: number; host: string }): Promise<string>;
};

export const customerBase = "/api/vue";
const formBytesMax = 64 * 1024;
const deviceLengthMax = 200;
/** From a connection's first byte to the last of its request. */
const requestMsMax = 30_000;
/**
 * So many connections may wait to be taken, as many as Linux allows without being told. Node's 511 are fewer than
 * come at once for the end of a draw: the others are lost, and Linux sends them again a second later.
 */
const connectionsWaitingMax = 4_096;

/** `checkAnswers` holds every answer against the contract: on in tests, off where it costs time. */
export function createHttpServer(options: {
  sessions: Sessions;
  log: Logger;
  checkAnswers: boolean;
  /** Whose `x-forwarded-for` counts, as addresses or ranges of them; nobody's where it is left out. */
  trustedProxies?: readonly string[];
  /** How often one customer may call, for each kind of call. */
  customerCallsPerSecond?: number;
  /** How many calls of one customer are worked on at once, for each kind of call. */
  customerCallsAtOnce?: number | undefined;
}): HttpServer {
  const counts = createCallCounts();
  const admission = createAdmission(counts);
  const { customerCallsPerSecond = callsPerSecondDefault, customerCallsAtOnce } = options;
  const rates = createCallRates<bigint>(customerCallsPerSecond);
  const places = createCallerPlaces<bigint>(customerCallsAtOnce);
  const kindsByUrl = new Map<string, CallKind>();
  const { trustedProxies = [] } = options;
  const hangUp = createHangUp();
  const server = fastify({
    logger: false,
    genReqId: newRequestId,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: formBytesMax,
    serverFactory(listener) {
      const made = admission.createServer(kindsByUrl, listener);
      // A request that trickles in does not hold a place for ever.
      made.requestTimeout = requestMsMax;
      made.headersTimeout = requestMsMax;
      made.keepAliveTimeout = 65_000;
      hangUp.watch(made);
      return made;
    },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 128 },
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot be decoded never reaches a route.
    frameworkErrors: (_error, _request, reply) =>
      void sendRefusal(reply, refusalOf("invalid_request")),
  });
  server.addHook("preClose", async () => hangUp.begin());
  // After the body was read, which goes on outside of whatever surrounds the first bytes.
  server.addHook("preHandler", (request, _reply, done) => asRequest(request.id, done));
  server.addHook("onResponse", (request, reply, done) => {
    counts.answered(request.routeOptions.url ?? "none", reply.raw.statusCode);
    done();
  });
  const openCalls = boundOpenCalls(server, {
    customerCallsPerSecond,
    callsAtOnce: customerCallsAtOnce,
  });
  const uploadUrls = readBodies(server);
  server.setErrorHandler((error: FastifyError, request, reply) =>
    sendFault(error, request, reply, options.log),
  );
  server.setNotFoundHandler((_request, reply) => sendRefusal(reply, refusalOf("not_found")));

  const uploads = createUploadPlaces();

  /** Before the body is read: whoever may not make the call cannot make us read megabytes of one. */
  async function admitUpload(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const customer = await customerOf(request);
    if (customer === null) return sendRefusal(reply, refusalOf("sign_in_again"));
    if (!uploads.take(customer.account)) return sendRefusal(reply, refusalOf("overloaded"));
    reply.raw.once("close", () => uploads.free(customer.account));
    return undefined;
  }

  async function customerOf(request: FastifyRequest): Promise<Customer | null> {
    const token = header(request, "token");
    return token === "" ? null : options.sessions.resolve(token, header(request, "account"));
  }

  function handle<Path extends CallPath>(path: Path, handler: CallHandler<Calls[Path]>): void {
    const call: Call = calls[path];
    const takes = call.files === undefined ? takesForm : takesUpload;
    const route: RouteShorthandOptions = {};
    if (call.files !== undefined) {
      uploadUrls.add(customerBase + path);
      route.bodyLimit = multipartBytesMax(call);
      route.onRequest = admitUpload;
    }
    const kind = kindOf(path);
    kindsByUrl.set(customerBase + path, kind);
    server.post(customerBase + path, route, (request, reply) =>
      admission.during(kind, () => answer(request, reply)),
    );

    async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const customer = call.access === "customer" ? await customerOf(request) : null;
      if (call.access === "customer" && customer === null) {
        return sendRefusal(reply, refusalOf("sign_in_again"));
      }
      const isTaken =
        customer === null
          ? openCalls.take(path, request.ip)
          : rates.take(customer.customerId, kind);
      if (!isTaken) return sendRefusal(reply, refusalOf("too_many_requests"));
      if (!takes(request)) return sendRefusal(reply, refusalOf("unsupported_media_type"));
      // Without a body there is no content type to check and no field to read.
      const input = call.input.safeParse(request.body === undefined ? {} : request.body);
      if (!input.success) {
        return sendRefusal(reply, refusalOf("invalid_request"), fieldsAtFault(input.error));
      }
      const work = (): Promise<Outcome<CallOutput<Calls[Path]> | RawJson>> =>
        handler({
          input: input.data,
          customer,
          address: request.ip,
          host: request.headers.host ?? "",
          device: header(request, "user-agent").slice(0, deviceLengthMax),
          token: header(request, "token"),
          devices: devicesOf(request, reply),
        } as CallRequest<Calls[Path]>);
      const outcome = await (customer === null
        ? openCalls.during(path, request.ip, work)
        : places.during(customer.customerId, kind, work));
      if (outcome === null) return sendRefusal(reply, refusalOf("too_many_requests"));
      if (!outcome.ok) return sendRefusal(reply, outcome.refusal);
      if (options.checkAnswers) checkAnswer(path, call, outcome.value);
      return sendCustomerData(reply, outcome.value);
    }
  }

  const listen: HttpServer["listen"] = (at) =>
    server.listen({ ...at, backlog: connectionsWaitingMax });
  return { fastify: server, counts, handle, listen };
}

/** Knows forms, JSON and, at the paths that are added to what it returns, uploads. */
function readBodies(server: FastifyInstance): Set<string> {
  const uploadUrls = new Set<string>();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (_request, body, done) => done(null, parseForm(body as string)),
  );
  server.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) =>
    done(null, parseJson(body as string)),
  );
  server.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer" },
    async (request: FastifyRequest, body: Buffer) =>
      uploadUrls.has(request.routeOptions.url ?? "")
        ? parseMultipart(body, header(request, "content-type"))
        : wrongType,
  );
  return uploadUrls;
}

/** Set past the framework's book-keeping, like the answer that they go with. */
function devicesOf(request: FastifyRequest, reply: FastifyReply): DeviceCookies {
  return createDeviceCookies(request.headers.cookie, (cookie) => {
    const to = { path: `${customerBase}/user`, secure: isEncrypted(request) };
    reply.raw.appendHeader("set-cookie", cookieHeader(cookie, to));
  });
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name];
  return typeof value === "string" ? value : "";
}

/** What a body of no type that we know becomes; no call takes it. */
const wrongType = Symbol("wrong content type");

function takesForm(request: FastifyRequest): boolean {
  return !isOfType(request, "application/json") && request.body !== wrongType;
}

function takesUpload(request: FastifyRequest): boolean {
  return isOfType(request, "multipart/form-data");
}

function isOfType(request: FastifyRequest, type: string): boolean {
  return header(request, "content-type").trimStart().toLowerCase().startsWith(type);
}

function checkAnswer(path: string, call: Call, value: unknown): void {
  const data: unknown =
    value instanceof Object && "text" in value && typeof value.text === "string"
      ? JSON.parse(value.text)
      : value;
  const checked = call.output.safeParse(data);
  if (!checked.success) throw new Error(`${path} answered outside its contract: ${checked.error}`);
}

function sendFault(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  log: Logger,
): FastifyReply {
  const status = error.statusCode ?? 500;
  if (status === 413) return sendRefusal(reply, refusalOf("payload_too_large"));
  if (status === 415) return sendRefusal(reply, refusalOf("unsupported_media_type"));
  if (status >= 400 && status < 500) return sendRefusal(reply, refusalOf("invalid_request"));
  if (error instanceof PasswordQueueFull) return sendRefusal(reply, refusalOf("overloaded"));
  const isPassing = isConnectionFault(error);
  log[isPassing ? "warn" : "error"](
    { err: error, path: request.routeOptions.url, request: request.id },
    "a call failed",
  );
  // Whoever reports the fault can name it, and whoever looks for it finds it in the log.
  reply.header("x-request-id", request.id);
  // A status other than 1 from this call signs the customer out, so a fault of ours must not be one.
  const signsOut = request.routeOptions.url === `${customerBase}/user/getUserinfo`;
  if (error instanceof OutcomeUnknownError) return sendRefusal(reply, refusalOf("outcome_unknown"));
  return sendRefusal(reply, refusalOf(isPassing || signsOut ? "overloaded" : "server_fault"));
}
