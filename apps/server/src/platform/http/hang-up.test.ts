import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { startTestApplication } from "../../../../../tests/support/test-application.ts";
import { createHangUp } from "./hang-up.ts";

async function listening(listener: RequestListener) {
  const hangUp = createHangUp();
  const server = createServer({ keepAliveTimeout: 600_000 }, listener);
  hangUp.watch(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    return socket.setEncoding("utf8");
  };
  const end = async () => {
    hangUp.begin();
    server.close();
    await once(server, "close");
  };
  return { open, end };
}

const request = "GET / HTTP/1.1\r\nHost: sanshi.example\r\n\r\n";

// Each of them would wait for longer than a test may take.
describe("a server that ends", () => {
  it("hangs up on connections that were opened ahead, and on those that were answered", async () => {
    const { open, end } = await listening((_request, response) => response.end("there"));
    const sockets = await Promise.all([open(), open()]);
    sockets[1]!.write(request);
    await once(sockets[1]!, "data");
    const closed = sockets.map((socket) => once(socket, "close"));
    await end();
    await Promise.all(closed);
  });

  it("gives the answer that is under way, and hangs up then", async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<() => void>();
    const { open, end } = await listening((_request, response) =>
      ask(() => void response.end("late")),
    );
    const socket = await open();
    socket.write(request);
    const answer = await asked;
    const told: string[] = [];
    socket.on("data", (text: string) => told.push(text));
    const closed = once(socket, "close");
    const ended = end();
    setTimeout(answer, 100);
    await Promise.all([ended, closed]);
    expect(told.join("")).toMatch(/\r\n\r\n.*late/s);
  });

  it("is the application's", async () => {
    const app = await startTestApplication();
    const { fastify } = app.context.http;
    await fastify.listen({ port: 0, host: "127.0.0.1" });
    const socket = connect((fastify.server.address() as AddressInfo).port, "127.0.0.1");
    await once(socket, "connect");
    await Promise.all([app.stop(), once(socket, "close")]);
  });
});
