import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A pooler in transaction mode, as small as one can be: each client signs in on a server connection of its
 * own, which then serves whoever begins a transaction next. Simple queries only.
 */
export async function startTransactionPooler(
  target: URL,
): Promise<{ connectionString: string; close(): Promise<void> }> {
  const free: Socket[] = [];
  const sockets = new Set<Socket>();
  const clientOf = new Map<Socket, Socket>();

  const server = createServer((client) => {
    const own = connect(`${target.searchParams.get("host")}/.s.PGSQL.${target.port}`);
    for (const socket of [client, own]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    clientOf.set(own, client);
    own.on("data", (bytes: Buffer) => {
      clientOf.get(own)?.write(bytes);
      // ReadyForQuery outside of a transaction ends what a server sends.
      if (!bytes.subarray(-6).equals(Buffer.from([0x5a, 0, 0, 0, 5, 0x49]))) return;
      clientOf.delete(own);
      free.push(own);
    });
    client.on("data", (bytes: Buffer) => {
      const serving = [...clientOf].find(([, served]) => served === client)?.[0] ?? free.pop();
      if (serving === undefined) return;
      clientOf.set(serving, client);
      serving.write(bytes);
    });
    client.on("close", () => clientOf.delete(own));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.port = String((server.address() as AddressInfo).port);
  url.search = "";
  return {
    connectionString: url.toString(),
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
