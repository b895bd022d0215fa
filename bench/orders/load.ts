import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { host, type Account, type LoadAnswer, type LoadRequest } from "./messages.ts";

/**
 * Orders over HTTP on raw keep-alive connections, each with one order under way: form-encoded, signed
 * in, a request id of its own. Lean, because it shares the machine with what it measures.
 */
process.on("message", (request: LoadRequest) => void run(request));

type Tally = { orders: number; refused: Record<string, number>; latencies: number[] };

async function run(request: LoadRequest): Promise<void> {
  const tally: Tally = { orders: 0, refused: {}, latencies: [] };
  const state = { measuring: false, ended: false };
  const connections = Array.from({ length: request.connections }, (_, index) =>
    keepOrdering(request, index, tally, state),
  );
  await pause(request.warmUpSeconds);
  say({ kind: "began" });
  state.measuring = true;
  const began = performance.now();
  await pause(request.seconds);
  state.measuring = false;
  const seconds = (performance.now() - began) / 1000;
  state.ended = true;
  await Promise.all(connections);
  const sorted = tally.latencies.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  say({
    kind: "report",
    orders: tally.orders,
    refused: tally.refused,
    seconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  });
}

function keepOrdering(
  { port, accounts, connections, codes }: LoadRequest,
  index: number,
  tally: Tally,
  state: { measuring: boolean; ended: boolean },
): Promise<void> {
  // Each connection takes turns between customers of its own, or shares one with other connections.
  const own = accounts.filter((_, place) => place % connections === index);
  const code = codes[index % codes.length] ?? "7203";
  const heads = (own.length > 0 ? own : accounts.slice(index % accounts.length)).map((account) =>
    requestHead(account, code),
  );
  return new Promise((resolve, reject) => {
    const answer = Buffer.alloc(answerBytesMax);
    let received = 0;
    let turn = 0;
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(`${heads[turn++ % heads.length]}${randomUUID()}`, "latin1");
    };
    const take = (bytes: number) => {
      received += bytes;
      const body = bodyStart(answer, received);
      if (body === -1) return true;
      if (state.measuring) count(tally, answer, body, received, performance.now() - sentAt);
      received = 0;
      if (state.ended) socket.destroy();
      else send();
      return true;
    };
    // One buffer for ever instead of a new one for every answer.
    const onread = { buffer: () => answer.subarray(received), callback: take };
    const socket = connect({ host, port, noDelay: true, onread });
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => (state.ended ? resolve() : reject(new Error("the server hung up"))));
  });
}

const answerBytesMax = 64 * 1024;
const requestIdLength = 36;

/** Everything but the request id, with which the body ends. */
function requestHead({ token, account }: Account, code: string): string {
  const fields = `type=jpy&code=${code}&side=long&kind=market&quantity=100&leverage=1&request_id=`;
  return (
    `POST /api/vue/trade/place-order HTTP/1.1\r\nhost: ${host}\r\ntoken: ${token}\r\n` +
    `account: ${account}\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
    `content-length: ${fields.length + requestIdLength}\r\n\r\n${fields}`
  );
}

/** Where the body of a whole answer starts, or -1 while parts of it are under way. */
function bodyStart(answer: Buffer, received: number): number {
  const headEnd = answer.indexOf("\r\n\r\n", 0, "latin1");
  if (headEnd === -1 || headEnd >= received) return -1;
  const length = answer.indexOf("content-length: ", 0, "latin1") + "content-length: ".length;
  const bytes = Number.parseInt(answer.toString("latin1", length, length + 8), 10);
  return headEnd + 4 + bytes <= received ? headEnd + 4 : -1;
}

const filled = Buffer.from('{"status":1');

function count(tally: Tally, answer: Buffer, start: number, end: number, latencyMs: number): void {
  if (answer.compare(filled, 0, filled.length, start, start + filled.length) === 0) {
    tally.orders += 1;
    tally.latencies.push(latencyMs);
    return;
  }
  const reason = /"msg":"(\w+)"/.exec(answer.toString("latin1", start, end))?.[1] ?? "no answer";
  tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function say(answer: LoadAnswer): void {
  process.send?.(answer);
}
