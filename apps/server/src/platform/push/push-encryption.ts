import { createPublicKey } from "node:crypto";
import webPush from "web-push";
import type { PushKey } from "./push-key.ts";
import type { PushRequest } from "./push-transport.ts";

/** What a browser has given for being sent something, as its `PushSubscription` has it. */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

type Sending = {
  key: PushKey;
  contact: string;
  ttlSeconds: number;
  urgency: "high" | "normal";
  /** What is on its way under the same topic is replaced: at most 32 letters of base64url. */
  topic: string;
};

/** Encrypted for that browser alone (RFC 8291), and signed as ours (RFC 8292). Nothing is sent by this. */
export function encryptedFor(
  { endpoint, p256dh, auth }: Subscription,
  text: string,
  { key, contact, ttlSeconds, urgency, topic }: Sending,
): PushRequest {
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    text,
    {
      contentEncoding: "aes128gcm",
      vapidDetails: { subject: contact, ...key },
      TTL: ttlSeconds,
      urgency,
      topic,
    },
  );
  return { endpoint, headers: headers as PushRequest["headers"], body };
}

/** Whether a browser's key is a point of the curve: to what is no such point nothing could be sent. */
export function isSubscriptionKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, "base64url");
  const number = (from: number) => point.subarray(from, from + 32).toString("base64url");
  try {
    const jwk = { kty: "EC", crv: "P-256", x: number(1), y: number(33) };
    createPublicKey({ key: jwk, format: "jwk" });
    return point.length === 65 && point[0] === 4;
  } catch {
    return false;
  }
}
