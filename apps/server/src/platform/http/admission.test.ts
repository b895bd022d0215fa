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

/** A server with one call, all of whose places can be taken. */
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

async function start(now?: () => number): Promise<{
  address: string;
  admission: Admission;
  server: Server;
}> {
  const admission = createAdmission(now);
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

/** Who asks, in the order in which they are told. */
function asking(address: string) {
  const told: string[] = [];
  const tell = async (name: string, token: string) => {
    await (await ask(address, token)).text();
    told.push(name);
  };
  return { told, tell };
}

describe("a process without a place", () => {
  it("answers 503 with Retry-After in the envelope, and serves again once there is one", async () => {
    const { address, admission } = await start();
    const empty = fill(admission);
    const shed = await ask(address, "a");
    expect(shed.status).toBe(503);
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
    const { address, admission } = await start();
    const empty = fill(admission);
    const { told, tell } = asking(address);
    // Side by side they are told together.
    await Promise.all([tell("first", "a"), tell("first", "a")]);
    const began = performance.now();
    const again = tell("again", "a");
    await tell("another", "b");
    expect(told).toEqual(["first", "first", "another"]);
    await again;
    expect(performance.now() - began).toBeGreaterThan(1_000 - 2 * shedAfterMs);
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
    const { address, admission } = await start();
    const empty = fill(admission);
    const { told, tell } = asking(address);
    const long = "x".repeat(5_000);
    await Promise.all([tell("first", long), tell("first", "a")]);
    const remembered = tell("a again", "a");
    await tell("long again", long);
    expect(told).toEqual(["first", "first", "long again"]);
    await remembered;
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
