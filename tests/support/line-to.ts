import { createServer, connect, type Socket } from "node:net";
import { once } from "node:events";
import { findFreePort } from "../../apps/server/src/platform/postgres/free-port.ts";

/** A way to an application that a test cuts, as a server that is restarted does, and lays again. */
export type Line = {
  /** Without a slash at its end. */
  readonly address: string;
  cut(): Promise<void>;
  lay(): Promise<void>;
};

export async function lineTo(application: string): Promise<Line> {
  const target = Number(new URL(application).port);
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, "localhost");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      // Either end may go at any time: that is what the line is for.
      one.on("error", () => other.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  // None that the system hands out: while the line is cut, no other program may get it.
  const port = await findFreePort();
  const lay = async () => {
    server.listen(port, "localhost");
    await once(server, "listening");
  };
  await lay();
  return {
    address: `http://localhost:${port}`,
    lay,
    async cut() {
      const closed = once(server, "close");
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
