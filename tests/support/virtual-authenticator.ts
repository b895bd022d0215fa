import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** A passkey in software, as a browser and an authenticator make and use one (WebAuthn level 3, ES256). */
export type VirtualPasskey = {
  id: Buffer;
  key: KeyObject;
  rpId: string;
  counter: number;
};

type Registration = { challenge: string; rpId: string; origin?: string; verified?: boolean };

export function makePasskey({ challenge, rpId, origin, verified = true }: Registration): {
  passkey: VirtualPasskey;
  response: Record<string, unknown>;
} {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const passkey = { id: randomBytes(32), key: privateKey, rpId, counter: 0 };
  const { x = "", y = "" } = publicKey.export({ format: "jwk" }) as { x?: string; y?: string };
  // COSE: kty EC2, alg ES256, crv P-256, and the point.
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(passkey.id.length);
  const data = Buffer.concat([
    authenticatorData(passkey, verified, 0x40),
    Buffer.alloc(16),
    length,
    passkey.id,
    cose,
  ]);
  // {fmt: "none", attStmt: {}, authData: data}
  const attestation = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from("fmt"),
    Buffer.from([0x64]),
    Buffer.from("none"),
    Buffer.from([0x67]),
    Buffer.from("attStmt"),
    Buffer.from([0xa0, 0x68]),
    Buffer.from("authData"),
    Buffer.from([0x58, data.length]),
    data,
  ]);
  return {
    passkey,
    response: {
      id: passkey.id.toString("base64url"),
      rawId: passkey.id.toString("base64url"),
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData("webauthn.create", challenge, origin ?? originOf(rpId)),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      },
    },
  };
}

export function signWithPasskey(
  passkey: VirtualPasskey,
  { challenge, origin, verified = true }: Omit<Registration, "rpId">,
): Record<string, unknown> {
  passkey.counter += 1;
  const data = authenticatorData(passkey, verified, 0);
  const client = clientData("webauthn.get", challenge, origin ?? originOf(passkey.rpId));
  const hash = createHash("sha256").update(Buffer.from(client, "base64url")).digest();
  const signature = sign("sha256", Buffer.concat([data, hash]), passkey.key);
  return {
    id: passkey.id.toString("base64url"),
    rawId: passkey.id.toString("base64url"),
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: client,
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    },
  };
}

/** Of a page on the site's usual port; this machine's is not encrypted. */
function originOf(rpId: string): string {
  return `${rpId === "localhost" ? "http" : "https"}://${rpId}`;
}

/** The site's hash, the flags (present, verified, more), the count of uses. */
function authenticatorData(passkey: VirtualPasskey, verified: boolean, more: number): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32BE(passkey.counter);
  return Buffer.concat([
    createHash("sha256").update(passkey.rpId).digest(),
    Buffer.from([0x01 | (verified ? 0x04 : 0) | more]),
    counter,
  ]);
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    "base64url",
  );
}
