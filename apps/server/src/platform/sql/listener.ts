import pg from "pg";
import type { Logger } from "../log.ts";

/** Delivers PostgreSQL notifications; `connected` is false while some may have been missed. */
export type Listener = {
  connected(): boolean;
  on(channel: string, deliver: (payload: string) => void): void;
  /** Called after a lost connection came back: whatever was remembered may be stale. */
  onReconnected(deliver: () => void): void;
  close(): Promise<void>;
};

const reconnectAfterMs = 250;

/** How the notification connections call themselves: one for each running process. */
export const listenerName = "sanshi listener";

export async function createListener(
  connectionString: string,
  channels: readonly string[],
  log: Logger,
): Promise<Listener> {
  const deliveries = new Map<string, ((payload: string) => void)[]>();
  const reconnected: (() => void)[] = [];
  let client: pg.Client | null = null;
  let closed = false;

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      application_name: listenerName,
    });
    next.on("notification", ({ channel, payload }) => {
      for (const deliver of deliveries.get(channel) ?? []) deliver(payload ?? "");
    });
    next.on("error", (error) => log.warn({ err: error }, "the notification connection was lost"));
    next.on("end", () => {
      // One that never came up is tried again where it failed, not here too: two each would multiply.
      if (client !== next) return;
      client = null;
      if (!closed) setTimeout(reconnect, reconnectAfterMs).unref();
    });
    await next.connect();
    for (const channel of channels) await next.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
    client = next;
  }

  function reconnect(): void {
    if (closed) return;
    connect().then(
      () => {
        for (const deliver of reconnected) deliver();
      },
      () => setTimeout(reconnect, reconnectAfterMs).unref(),
    );
  }

  await connect();
  return {
    connected: () => client !== null,
    on(channel, deliver) {
      deliveries.set(channel, [...(deliveries.get(channel) ?? []), deliver]);
    },
    onReconnected: (deliver) => void reconnected.push(deliver),
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
