import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { createScriptedFeed } from "../../../../../tests/support/scripted-feed.ts";
import { createQuoteBoard } from "../../market-feed/quote-board.ts";
import { price } from "@sanshi/money";
import {
  backlogBytesMax,
  createFrameSlots,
  slotCount,
  slotMs,
  type FrameTarget,
} from "./frame-slots.ts";
import { FrameWriter } from "./frames.ts";
import { createLiveSymbols } from "./live-symbols.ts";
import { createWatchSets } from "./watch-sets.ts";

const clock = { now: () => 1_000 };

function market() {
  const feed = createScriptedFeed(clock);
  const index = {
    market: "jpy",
    code: "SJPC",
    names: { jp: "総合", cn: "综合", us: "Composite" },
    at: 900,
    level: price(24_248_650n),
    previousClose: price(24_345_000n),
  } as const;
  const board = createQuoteBoard({ ...feed, indexes: () => [index] }, clock);
  const live = createLiveSymbols(board);
  board.start();
  const writer = new FrameWriter();
  const slots = createFrameSlots<FrameTarget>({
    boardVersion: live.version,
    now: clock.now,
    writer,
  });
  return { feed, live, slots, watchSets: createWatchSets(live, writer) };
}

/** A line whose reader can be held up. */
function line() {
  const written: string[] = [];
  return {
    written,
    writableLength: 0,
    write: (frame: Buffer) => written.push(frame.toString("latin1")),
    /** The symbols and last prices of each frame, without its head. */
    frames: () =>
      written.map((frame) =>
        (JSON.parse(frame.slice(frame.indexOf("{"))) as { q: { k: string; l: string }[] }).q.map(
          ({ k, l }) => `${k} ${l}`,
        ),
      ),
  };
}

function target(socket: ReturnType<typeof line>): FrameTarget {
  return { watchSet: null, sentVersion: -1, socket };
}

describe("taking turns", () => {
  it("spreads the clients evenly", () => {
    const { slots } = market();
    const taken = Array.from({ length: 3 * slotCount }, () => slots.add(target(line())));
    for (let slot = 0; slot < slotCount; slot += 1) {
      expect(taken.filter((one) => one === slot)).toHaveLength(3);
    }
  });

  it("does not make up for turns that were missed", () => {
    const { feed, slots, watchSets } = market();
    const socket = line();
    const client = target(socket);
    const slot = slots.add(client);
    client.watchSet = watchSets.acquire(["jpy:7203"]);
    slots.turn(slot * slotMs);
    for (let change = 1; change <= 5; change += 1)
      feed.quote("jpy", "7203", String(2_900 + change));
    slots.turn((slot + 7 * slotCount) * slotMs);
    slots.turn((slot + 7 * slotCount) * slotMs + 1);
    expect(socket.frames()).toEqual([["jpy:7203 2850"], ["jpy:7203 2905"]]);
  });

  it("drops the frames of a client that does not read, and later tells it the newest of all it missed", () => {
    const { feed, slots, watchSets } = market();
    const socket = line();
    const client = target(socket);
    const slot = slots.add(client);
    client.watchSet = watchSets.acquire(["jpy:7203", "jpy:6758"]);
    slots.snapshot(client);
    const turn = (round: number) => slots.turn((slot + round * slotCount) * slotMs);
    socket.writableLength = backlogBytesMax + 1;
    feed.quote("jpy", "7203", "2901");
    turn(1);
    feed.quote("jpy", "7203", "2902");
    feed.quote("jpy", "6758", "3302");
    turn(2);
    expect(socket.written).toHaveLength(1);
    socket.writableLength = 0;
    turn(3);
    expect(socket.frames()[1]).toEqual(["jpy:6758 3302", "jpy:7203 2902"]);
  });

  it("owes the whole set to a client that did not read when it asked for it", () => {
    const { slots, watchSets } = market();
    const socket = line();
    const client = target(socket);
    const slot = slots.add(client);
    client.watchSet = watchSets.acquire(["jpy:7203", "usd:AAPL"]);
    socket.writableLength = backlogBytesMax + 1;
    slots.snapshot(client);
    socket.writableLength = 0;
    slots.turn(slot * slotMs);
    expect(socket.frames()).toEqual([["jpy:7203 2850", "usd:AAPL 189.20"]]);
  });
});

describe("what is watched", () => {
  it("is shared by those who watch the same, in whatever order, and forgotten with the last of them", () => {
    const { watchSets } = market();
    const one = watchSets.acquire(["jpy:7203", "usd:AAPL"]);
    const other = watchSets.acquire(["usd:AAPL", "jpy:7203", "usd:AAPL", "unknown"]);
    expect(other).toBe(one);
    watchSets.release(one);
    expect(watchSets.size()).toBe(1);
    watchSets.release(other);
    expect(watchSets.size()).toBe(0);
  });

  it("may be an index", () => {
    const { watchSets } = market();
    const frame = watchSets.acquire(["jpy:@SJPC"]).snapshot(1_000);
    expect(JSON.parse(frame.toString("latin1", frame.indexOf("{")))).toEqual({
      op: "quotes",
      now: 1_000,
      q: [{ k: "jpy:@SJPC", l: "2424.87", c: "-9.63", p: "-0.40", t: 900 }],
    });
  });
});

describe("a frame", () => {
  const overhead = '{"op":"quotes","now":1000,"q":[]}'.length;

  it.each([overhead, 125, 126, 127, 65_535, 65_536, 200_000])(
    "of %d characters arrives as it was",
    async (length) => {
      const writer = new FrameWriter();
      writer.begin(1_000);
      if (length > overhead) writer.add(Buffer.from("x".repeat(length - overhead)));
      const client = await connected((socket) => socket.write(writer.end()));
      const [data] = await once(client.webSocket, "message");
      const text = "x".repeat(length - overhead);
      expect(String(data)).toBe(`{"op":"quotes","now":1000,"q":[${text}]}`);
      client.end();
    },
  );

  it.each(Array.from({ length: 12 }, (_, left) => left))(
    "is whole where the one before it has left %i bytes",
    (left) => {
      const writer = new FrameWriter();
      const bytes = 64 * 1024;
      writer.begin(1_000);
      // The bytes before the longest head are of no frame.
      writer.add(Buffer.from("x".repeat(bytes - left - overhead - 10)));
      writer.end();
      writer.share();
      writer.begin(1_000);
      writer.add(Buffer.from("y"));
      const text = '{"op":"quotes","now":1000,"q":[y]}';
      expect(writer.end()).toEqual(
        Buffer.from(`\x81${String.fromCharCode(text.length)}${text}`, "latin1"),
      );
    },
  );

  it("is shared by those of a turn who watch the same and have seen the same, whatever is written between them", () => {
    const { feed, slots, watchSets } = market();
    const lines = Array.from({ length: slotCount / 2 + slotCount + 1 }, line);
    const targets = lines.map((socket) => target(socket));
    for (const one of targets) slots.add(one);
    // Their turns come together: the first of all, and two in the slot half a round later.
    const [first, between, last] = [0, slotCount / 2, slotCount / 2 + slotCount] as const;
    for (const place of [first, last]) targets[place]!.watchSet = watchSets.acquire(["jpy:7203"]);
    targets[between]!.watchSet = watchSets.acquire(["jpy:6758"]);
    for (const [round, value] of ["2901", "2902"].entries()) {
      feed.quote("jpy", "7203", value);
      feed.quote("jpy", "6758", "3301");
      slots.turn(round * slotCount * slotMs);
      expect(lines[first]!.frames()[round]).toEqual([`jpy:7203 ${value}`]);
      expect(lines[between]!.frames()[round]).toEqual(["jpy:6758 3301"]);
      expect(lines[last]!.written[round]).toBe(lines[first]!.written[round]);
    }
  });

  it("that its reader has not taken yet is not written over", async () => {
    const { feed, slots, watchSets } = market();
    const held = await connected(() => undefined);
    held.webSocket.pause();
    const slow: FrameTarget = { watchSet: null, sentVersion: -1, socket: held.socket };
    const quick = target(line());
    slow.watchSet = watchSets.acquire(["jpy:7203"]);
    quick.watchSet = watchSets.acquire(["jpy:6758"]);
    const sent: string[] = [];
    for (let heldUp = 0; heldUp < 3; heldUp += held.socket.writableLength > 0 ? 1 : 0) {
      const change = sent.length;
      feed.quote("jpy", "7203", String(2_901 + change));
      sent.push(String(2_901 + change));
      slots.snapshot(slow);
      feed.quote("jpy", "6758", String(3_301 + change));
      slots.snapshot(quick);
    }
    const received: string[] = [];
    const all = new Promise<void>((resolve) => {
      held.webSocket.on("message", (data) => {
        const { q } = JSON.parse(String(data)) as { q: { k: string; l: string }[] };
        received.push(...q.map(({ k, l }) => `${k} ${l}`));
        if (received.length >= sent.length) resolve();
      });
    });
    held.webSocket.resume();
    await all;
    expect(received).toEqual(sent.map((last) => `jpy:7203 ${last}`));
    held.end();
  });
});

/** A WebSocket's two ends; `begin` writes to the server's as soon as it is there. */
async function connected(begin: (socket: Socket) => void) {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const acceptor = new WebSocketServer({ noServer: true });
  const { promise: accepted, resolve } = Promise.withResolvers<Socket>();
  server.on("upgrade", (request, duplex, head) => {
    const socket = duplex as Socket;
    acceptor.handleUpgrade(request, socket, head, () => {
      begin(socket);
      resolve(socket);
    });
  });
  const webSocket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const socket = await accepted;
  const end = () => {
    webSocket.terminate();
    server.close();
  };
  return { webSocket, socket, end };
}
