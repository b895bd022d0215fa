import { randomUUID } from "node:crypto";
import { connect } from "node:net";
import { host, port, type Account, type LoadAnswer, type LoadRequest } from "./messages.ts";

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
  { accounts, connections, codes }: LoadRequest,
  index: number,
  tally: Tally,
  state: { measuring: boolean; ended: boolean },
): Promise<void> {
  // Each connection takes turns between customers of its own.
  const own = accounts.filter((_, place) => place % connections === index);
  const code = codes[index % codes.length] ?? "7203";
  const heads = (own.length > 0 ? own : accounts.slice(0, 1)).map(head);
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    let turn = 0;
    let sentAt = 0;
    let received = "";
    const send = () => {
      const body = `type=jpy&code=${code}&side=long&kind=market&quantity=100&leverage=1&request_id=${randomUUID()}`;
      sentAt = performance.now();
      socket.write(`${heads[turn++ % heads.length]}content-length: ${body.length}\r\n\r\n${body}`);
    };
    socket.setEncoding("latin1");
    socket.on("connect", send);
    socket.on("error", reject);
    socket.on("close", () => (state.ended ? resolve() : reject(new Error("the server hung up"))));
    socket.on("data", (part: string) => {
      received += part;
      const answer = takeAnswer(received);
      if (answer === null) return;
      received = "";
      if (state.measuring) count(tally, answer, performance.now() - sentAt);
      if (state.ended) socket.destroy();
      else send();
    });
  });
}

function head({ token, account }: Account): string {
  return (
    `POST /api/vue/trade/place-order HTTP/1.1\r\nhost: ${host}\r\ntoken: ${token}\r\n` +
    `account: ${account}\r\ncontent-type: application/x-www-form-urlencoded\r\n`
  );
}

/** The body of a whole answer, or null while parts of it are under way. */
function takeAnswer(received: string): string | null {
  const headEnd = received.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const length = /content-length: (\d+)/i.exec(received.slice(0, headEnd))?.[1];
  const body = received.slice(headEnd + 4);
  return length !== undefined && body.length >= Number(length) ? body : null;
}

function count(tally: Tally, body: string, latencyMs: number): void {
  if (body.startsWith('{"status":1')) {
    tally.orders += 1;
    tally.latencies.push(latencyMs);
    return;
  }
  const reason = /"msg":"(\w+)"/.exec(body)?.[1] ?? "no answer";
  tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

function say(answer: LoadAnswer): void {
  process.send?.(answer);
}
