import type { Socket } from "node:net";
import type { RefusalCode } from "@sanshi/contract";
import type { ServerMessage } from "@sanshi/contract/stream";
import type { WebSocket } from "ws";
import { backlogBytesMax } from "./frame-slots.ts";
import { messagesBurstMax, type Allowance } from "./stream.rules.ts";
import type { WatchSet } from "./watch-sets.ts";

/** RFC 6455's own codes, and 4401 for a session that ended. */
export const closeCodes = { goingAway: 1001, policy: 1008, tryAgainLater: 1013, signedOut: 4401 };

/** One client. Holds no buffers of its own: ten thousand of them stay in memory at once. */
export class Connection {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  state: "new" | "signing-in" | "live" | "closed" = "new";
  customerId: bigint | null = null;
  token = "";
  account = "";
  tokenHash = "";
  slot = -1;
  watchSet: WatchSet | null = null;
  sentVersion = -1;
  /** What the client asked to watch before it was signed in. */
  wantedEarly: readonly string[] | null = null;
  signInTimer: NodeJS.Timeout | null = null;
  hasAnswered = true;
  pings = 0;
  /** One at a time: it costs the database three looks. */
  isResuming = false;
  allowance: Allowance;

  constructor(webSocket: WebSocket, socket: Socket, now: number) {
    this.webSocket = webSocket;
    this.socket = socket;
    this.allowance = { left: messagesBurstMax, at: now };
  }

  send(message: ServerMessage): void {
    // These few messages are never dropped, so a client that does not read them is let go instead.
    if (this.socket.writableLength > 4 * backlogBytesMax) this.webSocket.terminate();
    else this.webSocket.send(JSON.stringify(message));
  }

  refuse(msg: RefusalCode, code: number): void {
    this.send({ op: "refused", msg });
    this.webSocket.close(code, msg);
  }
}
