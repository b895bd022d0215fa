import type { Server } from "node:http";
import type { Socket } from "node:net";

const lookEveryMs = 20;
/** Longer than an answer may wait for the database. */
const waitMsMax = 10_000;

/**
 * Lets servers end. By itself Node waits for a connection that was opened ahead and never used, as
 * browsers do, for ever, and for one whose answer came while the server ended until it was idle for the
 * whole keep-alive time.
 */
export function createHangUp(): { watch(server: Server): void; begin(): void } {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  return {
    watch(server) {
      servers.push(server);
      server.on("connection", (socket: Socket) => {
        sockets.add(socket);
        socket.once("close", () => sockets.delete(socket));
      });
    },
    /** Before they are closed: hangs up on whoever is asking nothing, until all have their answer. */
    begin() {
      const began = performance.now();
      const open = new Set(servers.filter(({ listening }) => listening));
      const timer = setInterval(() => {
        for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
        const isLate = performance.now() - began > waitMsMax;
        for (const server of open) {
          if (isLate) server.closeAllConnections();
          else server.closeIdleConnections();
        }
        if (isLate || open.size === 0) clearInterval(timer);
      }, lookEveryMs);
      for (const server of open) server.once("close", () => open.delete(server));
    },
  };
}
