import { lookup } from "node:dns";
import { Agent, request } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

/**
 * The way to the browsers' push services. Whoever subscribes names the address, so it is a customer's word that
 * decides where we connect to: only hosts on the list are, by https on its usual port, at addresses of the public
 * internet whatever their name is resolved to, and a redirection is not followed.
 */
export type PushTransport = {
  isKnown(endpoint: string): boolean;
  /** Answers what the push service said; rejects where it did not answer. */
  send(message: PushRequest): Promise<PushAnswer>;
  close(): void;
};

export type PushRequest = {
  endpoint: string;
  headers: Readonly<Record<string, string | number>>;
  body: Buffer;
};
type PushAnswer = { status: number; retryAfterSeconds: number | null };

type TransportOptions = {
  /** `push.example` stands for itself and what is below it. */
  hosts: readonly string[];
  /** Tests have a push service of their own, on this machine. */
  seam?: { port: string; ca: string; isAllowed: (address: string) => boolean };
};

const answerMsMax = 10_000;
const connectionsPerHostMax = 16;
const retryAfterSecondsMax = 3_600;

export function createPushTransport({ hosts, seam }: TransportOptions): PushTransport {
  const isAllowed = seam?.isAllowed ?? isPublicAddress;
  const agent = new Agent({ keepAlive: true, maxSockets: connectionsPerHostMax, timeout: 30_000 });
  return {
    isKnown: (endpoint) => isKnownEndpoint(endpoint, hosts, seam?.port ?? ""),
    close: () => agent.destroy(),
    send: ({ endpoint, headers, body }) =>
      new Promise((resolve, reject) => {
        if (!isKnownEndpoint(endpoint, hosts, seam?.port ?? "")) {
          reject(new Error("no known push service"));
          return;
        }
        const sending = request(endpoint, {
          method: "POST",
          headers: { ...headers, "content-length": body.length },
          agent,
          lookup: lookupOf(isAllowed),
          signal: AbortSignal.timeout(answerMsMax),
          ...(seam && { ca: seam.ca }),
        });
        sending.on("error", reject);
        sending.on("response", (response) => {
          // What it says beside its status is of no use; the connection is.
          response.on("error", () => undefined).resume();
          resolve({
            status: response.statusCode ?? 0,
            retryAfterSeconds: secondsOf(response.headers["retry-after"]),
          });
        });
        sending.end(body);
      }),
  };
}

function isKnownEndpoint(endpoint: string, hosts: readonly string[], port: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const url = new URL(endpoint);
  const { hostname } = url;
  return (
    url.protocol === "https:" &&
    url.port === port &&
    url.username === "" &&
    url.password === "" &&
    isIP(hostname) === 0 &&
    hosts.some((host) => hostname === host || hostname.endsWith(`.${host}`))
  );
}

/** Every address that a name stands for has to be allowed: the connection may be made to any of them. */
function lookupOf(isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const closed = addresses.find(({ address }) => !isAllowed(address));
      if (closed !== undefined || addresses.length === 0) {
        return callback(new Error(`${hostname} is at no public address`), []);
      }
      const [first] = addresses;
      if (options.all === true) return callback(null, addresses);
      return callback(null, first?.address ?? "", first?.family);
    });
  };
}

function secondsOf(header: string | undefined): number | null {
  if (header === undefined || !/^\d{1,9}$/.test(header)) return null;
  return Math.min(Number(header), retryAfterSecondsMax);
}
