import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { StartError } from "../postgres/start-error.ts";
import { madeKeyFile, outside, readSecretKey } from "../signing/key-files.ts";

/**
 * What push services know the instance by (VAPID, RFC 8292): both halves as the raw numbers in base64url. A
 * browser's subscription holds for this key alone.
 */
export type PushKey = { publicKey: string; privateKey: string };

const keyFileName = "push-key.pem";
const curve = "P-256";

/**
 * The key of PUSH_KEY_FILE, which lies outside the data folder. Without the setting a simulated instance makes
 * one beside its data folder, as it does with the signing key; a live one pushes nothing, and null is answered.
 *
 * @throws StartError where the file lies in the data folder, may be read by others, is missing, or holds no
 * such key.
 */
export async function loadPushKey(
  {
    pushKeyFile,
    dataDir,
    kind,
  }: { pushKeyFile: string | null; dataDir: string; kind: "simulated" | "live" },
  warn: (text: string) => void,
): Promise<PushKey | null> {
  if (pushKeyFile !== null) return readKey(outside(dataDir, pushKeyFile, "PUSH_KEY_FILE"));
  if (kind === "live") return null;
  const make = () => generateKeyPairSync("ec", { namedCurve: curve }).privateKey;
  return readKey(
    await madeKeyFile(dataDir, { name: keyFileName, setting: "PUSH_KEY_FILE", make }, warn),
  );
}

function readKey(path: string): PushKey {
  const secret = readSecretKey(path, "push key");
  const { crv, d = "" } = secret.asymmetricKeyType === "ec" ? secret.export({ format: "jwk" }) : {};
  if (crv !== curve) throw new StartError(`${path} is no key of the curve ${curve}.`);
  const { x = "", y = "" } = createPublicKey(secret).export({ format: "jwk" });
  const point = Buffer.concat([
    Buffer.from([4]),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]);
  return { publicKey: point.toString("base64url"), privateKey: d };
}
