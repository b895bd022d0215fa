import { once } from "node:events";
import { createServer } from "node:net";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, it } from "vitest";
import { isConnectionFault } from "./connection-faults.ts";

async function faultOf(work: Promise<unknown>): Promise<Error> {
  const error: unknown = await work.then(
    () => null,
    (fault: unknown) => fault,
  );
  if (!(error instanceof Error)) throw new Error("nothing failed");
  return error;
}

const nowhere = join(tmpdir(), "no-such-folder");

it("sees that a database has no socket, or that nobody listens", async () => {
  const withoutSocket = new pg.Client({ host: nowhere, port: 1 });
  expect(isConnectionFault(await faultOf(withoutSocket.connect()))).toBe(true);
  const refused = new pg.Client({ host: "127.0.0.1", port: 1 });
  expect(isConnectionFault(await faultOf(refused.connect()))).toBe(true);
});

it("sees that a database hangs up", async () => {
  const server = createServer((socket) => socket.once("data", () => socket.end()));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  const client = new pg.Client({ host: "127.0.0.1", port });
  expect(isConnectionFault(await faultOf(client.connect()))).toBe(true);
  server.close();
});

it.each([
  ["57P03", true],
  ["57P01", true],
  ["53300", true],
  ["08006", true],
  ["57014", false],
  ["23505", false],
  ["XX000", false],
])("takes the database's %s for passing: %s", (code, isPassing) => {
  expect(isConnectionFault(Object.assign(new Error("said the database"), { code }))).toBe(
    isPassing,
  );
});

it("takes a missing file, and whatever else fails, for a fault of ours", async () => {
  expect(isConnectionFault(await faultOf(readFile(join(nowhere, "file"))))).toBe(false);
  expect(isConnectionFault(new TypeError("undefined is not a function"))).toBe(false);
});
