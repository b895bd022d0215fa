import { createHash, createHmac } from "node:crypto";

export type S3Credentials = { region: string; accessKeyId: string; secretAccessKey: string };

export type S3Request = {
  method: "GET" | "PUT" | "DELETE";
  url: URL;
  body: Buffer;
  /** Sent and signed besides those that every request has. */
  headers?: Readonly<Record<string, string>>;
};

/** The headers of a request signed by AWS Signature Version 4, its body included. */
export function signedHeaders(
  request: S3Request,
  credentials: S3Credentials,
  at: number,
): Record<string, string> {
  const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const date = time.slice(0, 8);
  const scope = `${date}/${credentials.region}/s3/aws4_request`;
  const bodyHash = sha256(request.body);
  const headers: Record<string, string> = {
    ...request.headers,
    host: request.url.host,
    "x-amz-content-sha256": bodyHash,
    "x-amz-date": time,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    request.url.pathname,
    request.url.searchParams.toString(),
    ...names.map((name) => `${name}:${headers[name]?.trim()}`),
    "",
    names.join(";"),
    bodyHash,
  ].join("\n");
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(Buffer.from(canonical))].join("\n");
  const signature = hmac(signingKey(credentials, date), toSign).toString("hex");
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${credentials.accessKeyId}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`,
  };
}

function signingKey({ secretAccessKey, region }: S3Credentials, date: string): Buffer {
  const steps = [date, region, "s3", "aws4_request"];
  return steps.reduce<Buffer>(hmac, Buffer.from(`AWS4${secretAccessKey}`));
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
