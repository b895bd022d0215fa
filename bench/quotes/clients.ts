import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { streamPath, type ServerMessage } from "@sanshi/contract/stream";
import { demoCompanies } from "../../apps/server/src/market-feed/companies/companies.ts";
import { benchClock } from "./clock.ts";
import { lagMsMax, type FromClients, type ToClients } from "./messages.ts";

/**
 * Many stream clients in one process, on bare sockets: a WebSocket library per client would take the
 * processor away from the server that is measured.
 */
const [port = "", count = "", symbolsEach = "", sharing = ""] = process.argv.slice(2);
const connectedAtOnce = 100;
const readQuotesOfEvery = 50;

const head = '{"op":"quotes","now":';
const ping = '{"op":"ping"}';
const sharedBuffer = Buffer.allocUnsafe(64 * 1024);
const keys = demoCompanies().map(({ market, code }) => `${market}:${code}`);
let measuring = false;
let frames = 0;
let bytes = 0;
let quotes = 0;
let closed = 0;
let frameLags = new Array<number>(lagMsMax + 1).fill(0);
let quoteLags = new Array<number>(lagMsMax + 1).fill(0);
let cpu = process.cpuUsage();

const waiting = Array.from({ length: Number(count) }, (_, index) => index);
await Promise.all(
  Array.from({ length: connectedAtOnce }, async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) await join(index);
  }),
);
const tell = (message: FromClients) => process.send!(message);
tell({ kind: "connected" });
process.on("message", (question: ToClients) => {
  if (question === "measure") {
    [frames, bytes, quotes, closed] = [0, 0, 0, 0];
    frameLags = frameLags.map(() => 0);
    quoteLags = quoteLags.map(() => 0);
    cpu = process.cpuUsage();
    measuring = true;
  } else {
    const { user, system } = process.cpuUsage(cpu);
    const cpuMs = (user + system) / 1_000;
    tell({ kind: "report", frames, bytes, quotes, frameLags, quoteLags, closed, cpuMs });
  }
});
process.once("disconnect", () => process.exit());

/** Connects, signs in, watches, and resolves with the first frame. */
async function join(index: number): Promise<void> {
  let receive = (_data: Buffer) => {};
  const socket = connect({
    host: "127.0.0.1",
    port: Number(port),
    noDelay: true,
    // One buffer for all: each piece is read before the next one comes.
    onread: {
      buffer: sharedBuffer,
      callback: (length, data) => {
        receive(data.subarray(0, length) as Buffer);
        return true;
      },
    },
  });
  socket.on("error", () => undefined);
  socket.on("close", () => (closed += 1));
  await once(socket, "connect");
  socket.write(
    `GET ${streamPath} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\n` +
      `Connection: Upgrade\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n` +
      `Sec-WebSocket-Version: 13\r\n\r\n`,
  );
  await new Promise<void>((resolve) => {
    receive = (data) => {
      if (!data.toString("latin1").startsWith("HTTP/1.1 101")) throw new Error(String(data));
      resolve();
    };
  });
  await new Promise<void>((resolve) => {
    receive = frameReader(socket, resolve);
    send(socket, { op: "sign-in", token: `token-${index}`, account: String(1e9 + index) });
    send(socket, { op: "watch", symbols: symbolsOf(index) });
  });
}

function symbolsOf(index: number): string[] {
  const offset = sharing === "same" ? 0 : index * 7919;
  const stride = sharing === "same" ? 1 : 1 + (index % 97);
  const chosen = new Set<string>();
  for (let step = 0; chosen.size < Number(symbolsEach); step += 1) {
    chosen.add(keys[(offset + step * stride + Math.floor(step / keys.length)) % keys.length]!);
  }
  return [...chosen];
}

/** Reads the server's frames out of whatever pieces they come in. */
function frameReader(socket: Socket, onFirst: () => void): (data: Buffer) => void {
  let rest: Buffer | null = null;
  let isFirst = true;
  return (data) => {
    let left = rest === null ? data : Buffer.concat([rest, data]);
    for (;;) {
      const size = frameSize(left);
      if (size === null || left.length < size.head + size.body) break;
      const body = left.subarray(size.head, size.head + size.body);
      left = left.subarray(size.head + size.body);
      if (size.body === ping.length && body.toString("latin1") === ping)
        send(socket, { op: "pong" });
      else if (body.toString("latin1", 0, head.length) === head) {
        take(body);
        if (isFirst) onFirst();
        isFirst = false;
      }
    }
    // The pieces' buffer is used again, so what is kept is copied.
    rest = left.length === 0 ? null : Buffer.from(left);
  };
}

function frameSize(data: Buffer): { head: number; body: number } | null {
  if (data.length < 4)
    return data.length >= 2 && data[1]! < 126 ? { head: 2, body: data[1]! } : null;
  const short = data[1]!;
  if (short < 126) return { head: 2, body: short };
  if (short === 126) return { head: 4, body: data.readUInt16BE(2) };
  return data.length < 10 ? null : { head: 10, body: Number(data.readBigUInt64BE(2)) };
}

function take(body: Buffer): void {
  if (!measuring) return;
  const now = benchClock.now();
  const writtenAt = Number(body.toString("latin1", head.length, head.length + 13));
  frames += 1;
  bytes += body.length;
  tally(frameLags, now - writtenAt);
  if (frames % readQuotesOfEvery !== 0) return;
  const message = JSON.parse(body.toString("latin1")) as Extract<ServerMessage, { op: "quotes" }>;
  for (const { t } of message.q) {
    quotes += 1;
    tally(quoteLags, now - t);
  }
}

function tally(lags: number[], lagMs: number): void {
  lags[Math.min(Math.max(lagMs, 0), lagMsMax)]! += 1;
}

/** Clients mask what they send; a mask of zeros is one too. */
function send(socket: Socket, message: object): void {
  const text = Buffer.from(JSON.stringify(message));
  const size =
    text.length < 126 ? [0x80 | text.length] : [0xfe, text.length >> 8, text.length & 255];
  socket.write(Buffer.concat([Buffer.from([0x81, ...size, 0, 0, 0, 0]), text]));
}
