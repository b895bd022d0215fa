import type { Socket } from "node:net";
import type { RefusalCode } from "@sanshi/contract";
import { refusalStatuses } from "@sanshi/contract/refusals";

/**
 * Answers what is no HTTP request, or too slow or too large to become one, with the envelope of
 * every other answer, and lets go of the connection.
 */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  if (socket.writable) {
    socket.write(answer(refusals[error.code ?? ""] ?? "invalid_request"));
  }
  socket.destroySoon();
}

const refusals: Readonly<Record<string, RefusalCode>> = {
  HPE_HEADER_OVERFLOW: "payload_too_large",
  ERR_HTTP_REQUEST_TIMEOUT: "request_timeout",
};

function answer(msg: RefusalCode): string {
  const body = JSON.stringify({ status: 0, msg, data: null });
  return [
    `HTTP/1.1 ${refusalStatuses[msg]} ${msg}`,
    "content-type: application/json; charset=utf-8",
    `content-length: ${body.length}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    "connection: close",
    "",
    body,
  ].join("\r\n");
}
