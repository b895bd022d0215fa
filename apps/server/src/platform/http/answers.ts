import { allRefusalStatuses, type AnyRefusalCode } from "@sanshi/contract/operator-refusals";
import type { FastifyReply } from "fastify";
import type { ZodError } from "zod";
import type { Refusal } from "../outcome.ts";
import { compressedFromBytes, compressText, encodingFor, type Encoding } from "./compression.ts";
import { isEncrypted, strictTransport } from "./transport-security.ts";

/** JSON that the database has already written: passed through without being parsed again. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What many customers are sent at once: it is compressed once for all of them. */
export class SharedJson extends RawJson {
  readonly #compressed = new Map<Encoding, Promise<Buffer | null>>();

  async send(reply: FastifyReply): Promise<FastifyReply> {
    const encoding = this.text.length < compressedFromBytes ? null : encodingFor(reply.request);
    if (encoding === null) return sendData(reply, this);
    let compressed = this.#compressed.get(encoding);
    if (compressed === undefined) {
      compressed = compressText(encoding, accepted(this.text));
      this.#compressed.set(encoding, compressed);
    }
    const body = await compressed;
    if (body === null) return sendData(reply, this);
    const encoded = { vary: "accept-encoding", "content-encoding": encoding };
    return withHeaders(reply).headers(encoded).send(body);
  }
}

/** Private answers are never stored, sniffed, framed, run, or read by another site's page. */
const privateHeaders = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
};

export function sendData(reply: FastifyReply, data: unknown): FastifyReply {
  const text = data instanceof RawJson ? data.text : JSON.stringify(data);
  return withHeaders(reply).send(accepted(text));
}

function accepted(data: string): string {
  return `{"status":1,"msg":"ok","data":${data}}`;
}

const shortHead = Object.entries(privateHeaders).flat();

/**
 * The same for a call whose reply nothing else looks at: what is too short to be compressed goes
 * past the framework's hooks and header book-keeping, which cost more than making the answer.
 */
export function sendCustomerData(
  reply: FastifyReply,
  data: unknown,
): FastifyReply | Promise<FastifyReply> {
  if (data instanceof SharedJson) return data.send(reply);
  const text = data instanceof RawJson ? data.text : JSON.stringify(data);
  if (text.length >= compressedFromBytes || isEncrypted(reply.request)) {
    return sendData(reply, new RawJson(text));
  }
  const body = accepted(text);
  reply.hijack();
  reply.raw.writeHead(200, [...shortHead, "content-length", String(Buffer.byteLength(body))]);
  reply.raw.end(body);
  return reply;
}

export function sendRefusal(
  reply: FastifyReply,
  refusal: Refusal,
  fields?: readonly string[],
): FastifyReply {
  const status = allRefusalStatuses[refusal.code];
  if (status === 503) reply.header("retry-after", "1");
  if (status === 429) reply.header("retry-after", "5");
  const body = {
    status: 0,
    msg: refusal.code,
    ...(refusal.params && { params: refusal.params }),
    ...(fields && { fields }),
    data: null,
  };
  return withHeaders(reply).code(status).send(JSON.stringify(body));
}

function withHeaders(reply: FastifyReply): FastifyReply {
  if (isEncrypted(reply.request)) reply.header("strict-transport-security", strictTransport);
  return reply.headers(privateHeaders);
}

const fieldsNamedMax = 20;
const fieldNameLengthMax = 64;

/**
 * The names of the fields that a schema objected to, for a malformed request's answer. Bounded: a stranger
 * makes up as many of them as a body holds, and as long.
 */
export function fieldsAtFault(error: ZodError): string[] {
  const names = error.issues.flatMap((issue) =>
    issue.code === "unrecognized_keys" ? issue.keys : [issue.path.join(".")],
  );
  return [...new Set(names)]
    .slice(0, fieldsNamedMax)
    .map((name) => name.slice(0, fieldNameLengthMax));
}

export function refusalOf(code: AnyRefusalCode): Refusal {
  return { code };
}
