import { createServer, connect, type AddressInfo, type Socket } from "node:net";

/** A line to PostgreSQL that can be cut in the moment of a commit. */
export type CutLine = {
  connectionString: string;
  /**
   * The next commit whose transaction was sent a text that `isMeant` finds reaches the database, and is
   * carried out; its answer does not come back, and the connection is gone. Resolves once that happened.
   */
  cutNextCommit(isMeant: (sent: string) => boolean): Promise<void>;
  /**
   * The same for the next statement that commits by itself: the answer to the message that `isMeant` finds
   * is lost.
   */
  cutNextAnswer(isMeant: (sent: string) => boolean): Promise<void>;
  close(): Promise<void>;
};

type Trap = { isMeant: (sent: string) => boolean; atCommit: boolean; sprung: () => void };

/** PostgreSQL says so once a statement, or a transaction, is done. */
const readyForQuery = "Z".charCodeAt(0);
/** Beside it, where no transaction is open. */
const idle = "I".charCodeAt(0);
const commit = /\bcommit\0/i;

/** A proxy before the server that the connection string names. */
export async function cutLineTo(connectionString: string): Promise<CutLine> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  let trap: Trap | null = null;

  const proxy = createServer((client) => {
    const server = connect(Number(target.port), target.hostname);
    // What the present transaction was sent so far; whose answer is waited for in vain.
    let sent = "";
    let caught: Trap | null = null;
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        server.destroy();
      });
    }
    client.on("data", (chunk) => {
      const text = chunk.toString("latin1");
      sent += text;
      const ends = commit.test(text);
      if (trap !== null && ends === trap.atCommit && trap.isMeant(sent)) {
        caught = trap;
        trap = null;
      }
      if (ends || /\b(?:begin|start transaction)\b/i.test(text)) sent = ends ? "" : text;
      server.write(chunk);
    });
    server.on("data", (chunk) => {
      if (caught === null) {
        // What comes next on this line is somebody else's.
        if (chunk.at(-6) === readyForQuery && chunk.at(-1) === idle) sent = "";
        return void client.write(chunk);
      }
      if (chunk.at(-6) !== readyForQuery) return;
      client.destroy();
      caught.sprung();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const through = new URL(connectionString);
  // Not through the socket, which nobody can stand in.
  through.searchParams.delete("host");
  through.hostname = "127.0.0.1";
  through.port = String((proxy.address() as AddressInfo).port);

  const set = (isMeant: (sent: string) => boolean, atCommit: boolean) =>
    new Promise<void>((sprung) => {
      trap = { isMeant, atCommit, sprung };
    });
  return {
    connectionString: through.toString(),
    cutNextCommit: (isMeant) => set(isMeant, true),
    cutNextAnswer: (isMeant) => set(isMeant, false),
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
