import { randomInt } from "node:crypto";
import { createServer } from "node:net";
import { StartError } from "./start-error.ts";

/**
 * A free port on 127.0.0.1 below the range from which systems pick ports for outgoing connections,
 * so that a PostgreSQL that is restarted gets its port back.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(20_000, 30_000);
    if ((await probePort("127.0.0.1", port)) === "free") return port;
  }
  throw new StartError(
    "No free port was found on 127.0.0.1 between 20000 and 30000 for PostgreSQL.",
  );
}

/** Attempts to listen and gives the port back at once. */
export function probePort(host: string, port: number): Promise<"free" | "busy" | "refused"> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(error.code === "EADDRINUSE" ? "busy" : "refused"),
    );
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve("free")));
  });
}
