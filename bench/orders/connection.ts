import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { host, type Account } from "./messages.ts";

/** `code` is null of an order that was placed; `retryAfterMs` is what a 503 says. */
export type Answered = { status: number; code: string | null; retryAfterMs: number };

/** A keep-alive connection of the load generator; one order is under way at a time. */
export type Connection = {
  send(answered: (answer: Answered) => void): void;
  close(): void;
};

const answerBytesMax = 64 * 1024;
const requestIdLength = 36;

/**
 * Raw, because the generator shares the machine with what it measures: everything but the request id
 * is made once, and answers are read into one buffer for ever.
 */
export function openConnection(
  port: number,
  orders: readonly (Account & { fields: string })[],
  path = "/trade/place-order",
): Promise<Connection> {
  const heads = orders.map((order) => requestHead(order, path));
  return new Promise((resolve, reject) => {
    const answer = Buffer.alloc(answerBytesMax);
    let received = 0;
    let turn = 0;
    let closed = false;
    let deliver: ((answer: Answered) => void) | null = null;
    const onread = {
      buffer: () => answer.subarray(received),
      callback(bytes: number) {
        received += bytes;
        const answered = readAnswer(answer, received);
        if (answered === null || deliver === null) return true;
        received = 0;
        const take = deliver;
        deliver = null;
        take(answered);
        return true;
      },
    };
    const socket = connect({ host, port, noDelay: true, onread });
    socket.on("connect", () =>
      resolve({
        send(answered) {
          deliver = answered;
          socket.write(`${heads[turn++ % heads.length]}${randomUUID()}`, "latin1");
        },
        close() {
          closed = true;
          socket.destroy();
        },
      }),
    );
    socket.on("error", reject);
    socket.on("close", () => {
      if (!closed) throw new Error("the server hung up");
    });
  });
}

/** Everything but the request id, with which the body ends. */
function requestHead(
  { token, account, fields }: Account & { fields: string },
  path: string,
): string {
  const body = `${fields}&request_id=`;
  return (
    `POST /api/vue${path} HTTP/1.1\r\nhost: ${host}\r\ntoken: ${token}\r\n` +
    `account: ${account}\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${body.length + requestIdLength}\r\n\r\n${body}`
  );
}

const placed = Buffer.from('{"status":1');
const statusAt = "HTTP/1.1 ".length;

/** Null while parts of it are under way. */
function readAnswer(answer: Buffer, received: number): Answered | null {
  const headEnd = answer.indexOf("\r\n\r\n", 0, "latin1");
  if (headEnd === -1 || headEnd >= received) return null;
  const length = answer.indexOf("content-length: ", 0, "latin1") + "content-length: ".length;
  const bytes = Number.parseInt(answer.toString("latin1", length, length + 8), 10);
  const start = headEnd + 4;
  if (start + bytes > received) return null;
  if (answer.compare(placed, 0, placed.length, start, start + placed.length) === 0) {
    return { status: 200, code: null, retryAfterMs: 0 };
  }
  const status = Number(answer.toString("latin1", statusAt, statusAt + 3));
  const code = /"msg":"(\w+)"/.exec(answer.toString("latin1", start, start + bytes))?.[1];
  const head = answer.toString("latin1", 0, headEnd);
  const retryAfterMs = Number(/^retry-after: (\d+)/m.exec(head)?.[1] ?? 0) * 1_000;
  return { status, code: code ?? "no answer", retryAfterMs };
}
