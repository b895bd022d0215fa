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
import { textFrame } from "./frames.ts";
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
  const slots = createFrameSlots({ boardVersion: live.version, now: clock.now });
  return { feed, live, slots, watchSets: createWatchSets(live) };
}

/** A line whose reader can be held up. */
function line() {
  const written: string[] = [];
  return {
    written,
    writableLength: 0,
    write: (frame: string) => written.push(frame),
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
    expect(JSON.parse(frame.slice(frame.indexOf("{")))).toEqual({
      op: "quotes",
      now: 1_000,
      q: [{ k: "jpy:@SJPC", l: "2424.87", c: "-9.63", p: "-0.40", t: 900 }],
    });
  });
});

describe("a frame", () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    "of %d characters arrives as it was",
    async (length) => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      const acceptor = new WebSocketServer({ noServer: true });
      server.on("upgrade", (request, socket, head) =>
        acceptor.handleUpgrade(request, socket as Socket, head, () => {
          socket.write(textFrame("x".repeat(length)), "latin1");
        }),
      );
      const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
      const [data] = await once(client, "message");
      expect(String(data)).toBe("x".repeat(length));
      client.terminate();
      server.close();
    },
  );
});
