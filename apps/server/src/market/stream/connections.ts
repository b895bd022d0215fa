import type { CustomerEvent } from "@sanshi/contract/stream";
import type { Connection } from "./connection.ts";

/** Who is connected, by session and by customer. */
export type Connections = {
  size(): number;
  /** Connections that have not signed in yet. */
  waiting(): number;
  all(): Iterable<Connection>;
  add(connection: Connection): void;
  /** From here on the end of its session finds it. */
  bindSession(connection: Connection, tokenHash: string): void;
  /** Signed in. Answers how many connections the customer has now. */
  bindCustomer(connection: Connection, customerId: bigint): number;
  remove(connection: Connection): void;
  ofSession(tokenHash: string): Connection[];
  ofCustomer(customerId: bigint): Connection[];
  tell(customerId: bigint, event: CustomerEvent, sequence: string): void;
};

export function createConnections(): Connections {
  const all = new Set<Connection>();
  const bySession = new Map<string, Set<Connection>>();
  const byCustomer = new Map<bigint, Set<Connection>>();
  let live = 0;

  return {
    size: () => all.size,
    waiting: () => all.size - live,
    all: () => all,
    add: (connection) => void all.add(connection),
    bindSession(connection, tokenHash) {
      connection.tokenHash = tokenHash;
      addTo(bySession, tokenHash, connection);
    },
    bindCustomer(connection, customerId) {
      connection.customerId = customerId;
      live += 1;
      return addTo(byCustomer, customerId, connection);
    },
    remove(connection) {
      if (!all.delete(connection)) return;
      removeFrom(bySession, connection.tokenHash, connection);
      if (connection.customerId === null) return;
      live -= 1;
      removeFrom(byCustomer, connection.customerId, connection);
    },
    ofSession: (tokenHash) => [...(bySession.get(tokenHash) ?? [])],
    ofCustomer: (customerId) => [...(byCustomer.get(customerId) ?? [])],
    tell(customerId, event, sequence) {
      for (const connection of byCustomer.get(customerId) ?? []) {
        connection.send({ op: "event", sequence, event });
      }
    },
  };
}

function addTo<Key>(groups: Map<Key, Set<Connection>>, key: Key, connection: Connection): number {
  let group = groups.get(key);
  if (group === undefined) groups.set(key, (group = new Set()));
  group.add(connection);
  return group.size;
}

function removeFrom<Key>(
  groups: Map<Key, Set<Connection>>,
  key: Key,
  connection: Connection,
): void {
  const group = groups.get(key);
  group?.delete(connection);
  if (group?.size === 0) groups.delete(key);
}
