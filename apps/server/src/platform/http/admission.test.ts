import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  backPerSecond,
  createAdmission,
  shedAfterMs,
  underWayMax,
  type Admission,
} from "./admission.ts";
import { createCallCounts } from "./call-counts.ts";

/** A server with one call, all of whose places can be taken. */
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function start(now?: () => number): Promise<{
  address: string;
  shed: () => number;
  admission: Admission;
  server: Server;
}> {
  const counts = createCallCounts();
  const admission = createAdmission(counts, now);
  const server = admission.createServer(new Map([["/order", "opening"]]), (request, response) =>
    request.resume().on("end", () => response.end("served")),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  stops.push(
    () => void server.closeAllConnections(),
    () => void server.close(),
  );
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    shed: () => counts.shedByKind().opening,
    admission,
    server,
  };
}

/** Takes every place; answers how to give them back. */
function fill(admission: Admission): () => Promise<void> {
  const works: Promise<void>[] = [];
  let release: () => void = () => undefined;
  const until = new Promise<void>((resolve) => (release = resolve));
  for (let count = 0; count < underWayMax.opening; count += 1) {
    works.push(admission.during("opening", () => until));
  }
  return async () => {
    release();
    await Promise.all(works);
  };
}

const ask = (address: string, token: string, path = "/order") =>
  fetch(address + path, { method: "POST", headers: { token } });

/** A server without a place, on a clock that the test moves. */
async function startFull() {
  const clock = { now: 0 };
  const { address, admission, server } = await start(() => clock.now);
  let come = 0;
  server.on("request", () => (come += 1));
  /** Who asks, in the order in which they are told. */
  const told: string[] = [];
  return {
    clock,
    told,
    empty: fill(admission),
    /** Resolves when the call has come; `told` when it is answered. */
    async ask(name: string, token: string) {
      const before = come;
      const answered = ask(address, token)
        .then((answer) => answer.text())
        .then(() => void told.push(name));
      await expect.poll(() => come).toBe(before + 1);
      return { answered };
    },
  };
}

describe("a process without a place", () => {
  it("answers 503 with Retry-After in the envelope, and serves again once there is one", async () => {
    const { address, admission, shed: shedCount } = await start();
    const empty = fill(admission);
    const shed = await ask(address, "a");
    expect(shed.status).toBe(503);
    expect(shedCount()).toBe(1);
    expect(shed.headers.get("retry-after")).toBe("1");
    expect(shed.headers.get("cache-control")).toBe("no-store");
    expect(await shed.json()).toEqual({ status: 0, msg: "overloaded", data: null });
    await empty();
    expect(await (await ask(address, "a")).text()).toBe("served");
  });

  it("still serves other calls", async () => {
    const { address, admission } = await start();
    const empty = fill(admission);
    expect(await (await ask(address, "a", "/cancel")).text()).toBe("served");
    await empty();
  });

  it("lets whoever asks again at once wait for the second, and nobody else", async () => {
    const { clock, told, empty, ask } = await startFull();
    // Side by side they are told together.
    const first = [await ask("first", "a"), await ask("first", "a")];
    clock.now = shedAfterMs;
    await Promise.all(first.map(({ answered }) => answered));
    const again = await ask("again", "a");
    for (const [name, token] of [
      ["another", "b"],
      ["a third", "c"],
    ] as const) {
      const { answered } = await ask(name, token);
      clock.now += shedAfterMs;
      await answered;
    }
    const { answered } = await ask("the last", "d");
    clock.now = shedAfterMs + 999;
    await answered;
    expect(told).toEqual(["first", "first", "another", "a third", "the last"]);
    clock.now += 1;
    await again.answered;
    await empty();
  });

  it("tells the later ones of a crowd to come again later", async () => {
    let now = 0;
    const { address, admission, server } = await start(() => now);
    const empty = fill(admission);
    const length = backPerSecond + 50;
    let asked = 0;
    // All of them at the same moment, however long that takes.
    server.on("request", () => (now = ++asked === length ? shedAfterMs : 0));
    const crowd = Array.from({ length }, (_, index) => ask(address, `caller ${index}`));
    const told = (await Promise.all(crowd)).map((shed) => shed.headers.get("retry-after"));
    expect(Map.groupBy(told, (seconds) => seconds).get("1")).toHaveLength(backPerSecond);
    expect(Map.groupBy(told, (seconds) => seconds).get("2")).toHaveLength(50);
    await empty();
  });

  it("remembers nobody by what can be no token", async () => {
    const { clock, told, empty, ask } = await startFull();
    const long = "x".repeat(5_000);
    const first = [await ask("first", long), await ask("first", "a")];
    clock.now = shedAfterMs;
    await Promise.all(first.map(({ answered }) => answered));
    const remembered = await ask("a again", "a");
    const forgotten = await ask("long again", long);
    clock.now += shedAfterMs;
    await forgotten.answered;
    expect(told).toEqual(["first", "first", "long again"]);
    clock.now = shedAfterMs + 1_000;
    await remembered.answered;
    await empty();
  });

  it("serves who was told to wait as soon as there is a place", async () => {
    const { address, admission } = await start();
    const empty = fill(admission);
    await (await ask(address, "a")).text();
    await empty();
    expect(await (await ask(address, "a")).text()).toBe("served");
  });
});
