import { signedHeaders, type S3Credentials, type S3Request } from "./s3-signature.ts";

export type S3Settings = S3Credentials & { endpoint: string; bucket: string };

const attemptsMax = 3;
const waitMs = 200;
const timeoutMs = 30_000;
/** A document is a photo that we made ourselves, and a part of a backup has half of this. */
const answerBytesMax = 32 * 1024 * 1024;

export class S3Fault extends Error {
  readonly status: number;
  readonly passes: boolean;
  constructor(status: number) {
    super(`the object store returned ${status}`);
    this.status = status;
    this.passes = status >= 500 || status === 429;
  }
}

/** Addressed by path: the bucket stands in the address, not in the host. Without a name, the bucket itself. */
export function urlOfObject({ endpoint, bucket }: S3Settings, name?: string): URL {
  const base = `${endpoint.replace(/\/$/, "")}/${bucket}`;
  return new URL(name === undefined ? base : `${base}/${name}`);
}

/**
 * Whatever is asked can be done twice without harm, so a passing fault is tried again.
 *
 * @throws S3Fault with the status that the store answered.
 */
export async function sendToS3(settings: S3Settings, request: S3Request): Promise<Buffer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(settings, request);
    } catch (error) {
      if (attempt === attemptsMax || (error instanceof S3Fault && !error.passes)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs * attempt));
    }
  }
}

async function sendOnce(settings: S3Settings, request: S3Request): Promise<Buffer> {
  // The store compares the signature's time with its own clock, which is a real one.
  const { host: _host, ...headers } = signedHeaders(request, settings, Date.now());
  const answer = await fetch(request.url, {
    method: request.method,
    headers,
    ...(request.method === "PUT" && { body: new Uint8Array(request.body) }),
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new S3Fault(answer.status);
  }
  if (Number(answer.headers.get("content-length") ?? 0) > answerBytesMax) {
    await answer.body?.cancel();
    throw new Error("the object store returned too much");
  }
  return Buffer.from(await answer.arrayBuffer());
}
