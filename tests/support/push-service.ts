import { execFileSync } from "node:child_process";
import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  randomBytes,
  verify,
} from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createPushTransport,
  type PushTransport,
} from "../../apps/server/src/platform/push/push-transport.ts";

/** What a browser holds of a subscription: the address is its push service's, and the keys its own. */
export type TestSubscription = {
  endpoint: string;
  p256dh: string;
  auth: string;
  /** What a push service was sent for it, as the browser reads it. */
  read(pushed: Pushed): unknown;
};

export type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer };

export type PushService = {
  transport: PushTransport;
  received: Pushed[];
  subscribe(): TestSubscription;
  /** What it answers from now on, to this one alone or to all. */
  answer(status: number, headers?: Record<string, string>): void;
  stop(): Promise<void>;
};

/** A push service on this machine, by https, that keeps what it is sent and answers as it is told. */
export async function startPushService(): Promise<PushService> {
  const { key, cert } = certificate();
  const received: Pushed[] = [];
  let answer: { status: number; headers: Record<string, string> } = { status: 201, headers: {} };
  const server = createServer({ key, cert }, (request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { url = "", headers } = request;
      received.push({ path: url, headers, body: Buffer.concat(parts) });
      response.writeHead(answer.status, answer.headers).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const port = String((server.address() as AddressInfo).port);
  const transport = createPushTransport({
    hosts: ["localhost"],
    seam: { port, ca: cert, isAllowed: (address) => ["127.0.0.1", "::1"].includes(address) },
  });
  return {
    transport,
    received,
    subscribe: () =>
      newSubscription(`https://localhost:${port}/push/${randomBytes(8).toString("hex")}`),
    answer: (status, headers = {}) => void (answer = { status, headers }),
    async stop() {
      transport.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A certificate for `localhost` that its own transport trusts and nobody else. */
function certificate(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), "sanshi-push-service-"));
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"],
      ...["-days", "30", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ...["-keyout", keyFile, "-out", certFile],
    ],
    { stdio: "pipe" },
  );
  const read = { key: readFileSync(keyFile, "utf8"), cert: readFileSync(certFile, "utf8") };
  rmSync(folder, { recursive: true });
  return read;
}

function newSubscription(endpoint: string): TestSubscription {
  const own = createECDH("prime256v1");
  own.generateKeys();
  const auth = randomBytes(16);
  return {
    endpoint,
    p256dh: own.getPublicKey("base64url"),
    auth: auth.toString("base64url"),
    read: ({ body }) =>
      JSON.parse(decrypted(body, { privateKey: own.getPrivateKey(), auth }).toString()),
  };
}

/** As RFC 8291 and RFC 8188 have it, by nothing but their words: one record, which is all that a push carries. */
export function decrypted(
  body: Buffer,
  { privateKey, auth }: { privateKey: Buffer; auth: Buffer },
): Buffer {
  const salt = body.subarray(0, 16);
  const idLength = body[20] ?? 0;
  const senderKey = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const own = createECDH("prime256v1");
  own.setPrivateKey(privateKey);
  const extracted = hmac(auth, own.computeSecret(senderKey));
  const keyInfo = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    own.getPublicKey(),
    senderKey,
    Buffer.from([1]),
  ]);
  const secret = hmac(salt, hmac(extracted, keyInfo));
  const key = hmac(secret, Buffer.from("Content-Encoding: aes128gcm\0\u0001")).subarray(0, 16);
  const nonce = hmac(secret, Buffer.from("Content-Encoding: nonce\0\u0001")).subarray(0, 12);
  const decipher = createDecipheriv("aes-128-gcm", key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.lastIndexOf(2);
  return padded.subarray(0, end);
}

function hmac(key: Buffer, over: Buffer): Buffer {
  return createHmac("sha256", key).update(over).digest();
}

/** What the sender says of itself by RFC 8292, and whether it has signed it with the key that it names. */
export function senderOf({ headers }: Pushed): {
  claims: unknown;
  publicKey: string;
  isSigned: boolean;
} {
  const [, token = "", publicKey = ""] =
    /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const number = (from: number) => point.subarray(from, from + 32).toString("base64url");
  const key = createPublicKey({
    key: { kty: "EC", crv: "P-256", x: number(1), y: number(33) },
    format: "jwk",
  });
  return {
    claims: JSON.parse(Buffer.from(claims, "base64url").toString()),
    publicKey,
    isSigned: verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    ),
  };
}
