import { isIP } from "node:net";
import { resolve } from "node:path";
import { currencies, isCurrency, parseMinor, type Currency, type Minor } from "@sanshi/money";
import { parseBackupTo, parseFolder, type BackupSettings } from "./backup/settings.ts";
import { liesWithin } from "./lies-within.ts";
import { callsPerSecondDefault } from "./http/call-rates.ts";
import type { S3Settings } from "./objects/s3-request.ts";
import { StartError } from "./postgres/start-error.ts";
import { parseKeys } from "./sealing/key-ring.ts";

const operatorEmailDefault = "operator@sanshi.local";

/** Of Chrome and what is built on it, Firefox, Safari, and Edge on Windows. */
const pushServicesDefault = [
  "fcm.googleapis.com",
  "push.services.mozilla.com",
  "push.apple.com",
  "notify.windows.com",
];

export const roles = ["api", "market", "jobs"] as const;
export type Role = (typeof roles)[number];

const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
type LogLevel = (typeof logLevels)[number];

/** Where quotes come from. A simulated and a live market never share a type, so they never mix. */
type MarketSetting =
  | { readonly kind: "simulated" }
  | { readonly kind: "replay"; readonly folder: string }
  | { readonly kind: "live"; readonly adapter: string };

export interface Grant {
  readonly currency: Currency;
  readonly amountMinor: Minor;
}

export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Whether DATA_DIR was left out: only then may the start choose another folder. */
  readonly dataDirIsDefault: boolean;
  /** As whom the server works on another PostgreSQL than our own; null where it is our own. */
  readonly databaseUrl: string | null;
  /** Who owns the tables there, and so makes and changes them; null where it is the same role. */
  readonly databaseOwnerUrl: string | null;
  readonly natsUrl: string | null;
  readonly roles: readonly Role[];
  readonly market: MarketSetting;
  /** Null: the database's own, which is secret on a new one. */
  readonly marketSeed: string | null;
  /** Which rules orders meet: a market to learn in, or the exchanges' own. */
  readonly marketRules: "practice" | "exchange";
  /** Follows from the rules; the older MARKET_HOURS adds the exchanges' hours to practice. */
  readonly marketHours: "always" | "exchange";
  readonly operatorEmail: string;
  /** Null: a one-time password is made and printed. */
  readonly operatorPassword: string | null;
  /** Null: an invitation code is made and printed. */
  readonly invitationCode: string | null;
  readonly simulatedGrant: readonly Grant[];
  /** How often one customer may call, for each kind of call; six times as many at once. */
  readonly customerCallsPerSecond: number;
  /** Who terminates TLS in front of us: whose word counts for where a call comes from. */
  readonly trustedProxies: readonly string[];
  /** What documents are sealed with, the newest first. Null: the keys of a file in the data folder. */
  readonly documentKeys: readonly Buffer[] | null;
  /** What statements' audit heads are signed with. Null: see `loadSigningKey`. */
  readonly signingKeyFile: string | null;
  /** What push services know the instance by. Null: see `loadPushKey`. */
  readonly pushKeyFile: string | null;
  /** Whom a push service writes to about what we send, as an address with `mailto:` or `https:`. */
  readonly pushContact: string;
  /** The hosts of the browsers' push services to which messages are sent, and what is below them. */
  readonly pushServices: readonly string[];
  /** Where documents are kept. Null: in the data folder. */
  readonly documentStore: S3Settings | null;
  /** Where and how often the data is backed up; null where nobody asked for it. */
  readonly backup: BackupSettings | null;
  /** Hashes between the close of new shares and their draw; null: what the kind of the market needs. */
  readonly drawDelay: number | null;
  /** Where rounds of drand are heard, so that new draws take one; null where they take none. */
  readonly drandUrl: string | null;
  /** A file of breached passwords' hashes; null where there is none. */
  readonly breachedPasswords: string | null;
  /** Who asks for `/metrics` from elsewhere names it; without one only this machine is answered. */
  readonly metricsToken: string | null;
  readonly logLevel: LogLevel;
}

/**
 * Reads every setting from the environment (a variable that is empty counts as left out). Throws
 * StartError with one sentence for each wrong value, all of them at once.
 */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  projectFolder: string,
): Settings {
  const problems: string[] = [];
  const given = (name: string) => environment[name]?.trim() || null;

  function read<T>(name: string, fallback: string, parse: (text: string) => Parsed<T>): T {
    const parsed = parse(given(name) ?? fallback);
    if ("value" in parsed) return parsed.value;
    problems.push(`${name} ${parsed.problem}.`);
    // Never used: with a problem on the list no settings are handed out.
    return undefined as T;
  }
  function optional<T>(name: string, parse: (text: string) => Parsed<T>): T | null {
    const text = given(name);
    return text === null ? null : read(name, text, parse);
  }

  function readBackup(): BackupSettings | null {
    const to = optional("BACKUP_TO", parseBackupTo);
    const everyHours = read("BACKUP_EVERY_HOURS", "24", parseRate);
    const keepDays = read("BACKUP_KEEP_DAYS", "14", parseRate);
    const keysTo = optional("BACKUP_KEYS_TO", parseFolder);
    if (to?.kind === "s3" && given("S3_ENDPOINT") === null) {
      problems.push("BACKUP_TO names a bucket, so the S3 settings must say where it is.");
    }
    if (
      to?.kind === "folder" &&
      keysTo !== null &&
      (liesWithin(keysTo, to.folder) || liesWithin(to.folder, keysTo))
    ) {
      problems.push("BACKUP_KEYS_TO must lie apart from BACKUP_TO: together they open everything.");
    }
    return to === null ? null : { to, everyHours, keepDays, keysTo };
  }

  const settings: Settings = {
    port: read("PORT", "3000", parsePort),
    host: read("HOST", "localhost", parseHost),
    dataDir: resolve(projectFolder, given("DATA_DIR") ?? "data"),
    dataDirIsDefault: given("DATA_DIR") === null,
    databaseUrl: optional("DATABASE_URL", (text) => parseUrl(text, ["postgresql:", "postgres:"])),
    databaseOwnerUrl: optional("DATABASE_OWNER_URL", (text) =>
      parseUrl(text, ["postgresql:", "postgres:"]),
    ),
    natsUrl: optional("NATS_URL", (text) => parseUrl(text, ["nats:", "tls:"])),
    roles: read("ROLES", roles.join(","), parseRoles),
    market: read("MARKET", "simulated", (text) => parseMarket(text, projectFolder)),
    marketSeed: optional("MARKET_SEED", parseSeed),
    marketRules: read("MARKET_RULES", "practice", (text) =>
      parseOneOf(text, ["practice", "exchange"]),
    ),
    marketHours: read("MARKET_HOURS", hoursOfRules(given("MARKET_RULES")), (text) =>
      parseOneOf(text, ["always", "exchange"]),
    ),
    operatorEmail: read("OPERATOR_EMAIL", operatorEmailDefault, parseEmail),
    operatorPassword: optional("OPERATOR_PASSWORD", parsePassword),
    invitationCode: optional("INVITATION_CODE", parseInvitationCode),
    simulatedGrant: read("SIMULATED_GRANT", "JPY:1000000,USD:10000,CNY:50000", parseGrants),
    customerCallsPerSecond: read(
      "CUSTOMER_CALLS_PER_SECOND",
      String(callsPerSecondDefault),
      parseRate,
    ),
    trustedProxies: optional("TRUSTED_PROXIES", parseTrustedProxies) ?? [],
    documentKeys: optional("DOCUMENT_KEY", parseDocumentKeys),
    signingKeyFile: optional("SIGNING_KEY_FILE", (path) => ({
      value: resolve(projectFolder, path),
    })),
    pushKeyFile: optional("PUSH_KEY_FILE", (path) => ({ value: resolve(projectFolder, path) })),
    pushContact:
      optional("PUSH_CONTACT", parseContact) ??
      `mailto:${given("OPERATOR_EMAIL") ?? operatorEmailDefault}`,
    pushServices: read("PUSH_SERVICES", pushServicesDefault.join(","), parseHosts),
    documentStore: readDocumentStore(given, problems),
    backup: readBackup(),
    drawDelay: optional("DRAW_DELAY", parseDelay),
    drandUrl: optional("DRAND_URL", (text) => parseUrl(text, ["https:", "http:"])),
    breachedPasswords: optional("BREACHED_PASSWORDS", (path) => ({
      value: resolve(projectFolder, path),
    })),
    metricsToken: optional("METRICS_TOKEN", parseMetricsToken),
    logLevel: read("LOG_LEVEL", "info", (text) => parseOneOf(text, logLevels)),
  };
  if (settings.databaseOwnerUrl !== null && settings.databaseUrl === null) {
    problems.push("DATABASE_OWNER_URL needs DATABASE_URL beside it, the server's own role.");
  }
  if (settings.marketRules === "exchange" && settings.marketHours === "always") {
    problems.push(
      "MARKET_RULES=exchange keeps the exchanges' hours: leave MARKET_HOURS out, its older name.",
    );
  }
  if (problems.length > 0) throw new StartError(problems.join("\n"));
  return settings;
}

function hoursOfRules(rules: string | null): "always" | "exchange" {
  return rules === "exchange" ? "exchange" : "always";
}

/** The end of a sentence that begins with the variable's name: never repeats a secret's value. */
type Parsed<T> = { value: T } | { problem: string };

function parsePort(text: string): Parsed<number> {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return { value: port };
  return { problem: `must be a port number from 1 to 65535, or 0 for any free one, not "${text}"` };
}

function parseRate(text: string): Parsed<number> {
  if (/^[1-9]\d{0,6}$/.test(text)) return { value: Number(text) };
  return { problem: `must be a whole number from 1 to 9999999, not "${text}"` };
}

/** A multiple of the 256 parts in which it is checked. */
function parseDelay(text: string): Parsed<number> {
  const delay = /^[1-9]\d{2,10}$/.test(text) ? Number(text) : 0;
  if (delay % 256 === 0 && delay > 0 && delay <= 2 ** 34) return { value: delay };
  return { problem: `must be a multiple of 256 up to 17179869184, not "${text}"` };
}

function parseHost(text: string): Parsed<string> {
  if (/^[A-Za-z0-9.:_-]{1,253}$/.test(text)) return { value: text };
  return { problem: `must be an address or a host name such as 0.0.0.0, not "${text}"` };
}

function parseUrl(text: string, protocols: readonly string[]): Parsed<string> {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return { value: text };
  return { problem: `must be an address that begins with ${protocols[0]}//` };
}

function parseRoles(text: string): Parsed<readonly Role[]> {
  const wanted = text.split(",").map((name) => name.trim());
  const unknown = wanted.find((name) => !(roles as readonly string[]).includes(name));
  if (unknown === undefined) return { value: roles.filter((role) => wanted.includes(role)) };
  return { problem: `must list some of ${roles.join(", ")}, and "${unknown}" is none of them` };
}

function parseMarket(text: string, projectFolder: string): Parsed<MarketSetting> {
  if (text === "simulated") return { value: { kind: "simulated" } };
  const replay = /^replay:(.+)$/.exec(text);
  if (replay?.[1]) return { value: { kind: "replay", folder: resolve(projectFolder, replay[1]) } };
  if (/^[a-z][a-z0-9-]*$/.test(text) && text !== "replay") {
    return { value: { kind: "live", adapter: text } };
  }
  return {
    problem: `must be simulated, replay:<folder> or the name of a live adapter, not "${text}"`,
  };
}

function parseSeed(text: string): Parsed<string> {
  if (/^[\x21-\x7e]{1,64}$/.test(text)) return { value: text };
  return { problem: "must be 1 to 64 letters, digits or signs without blanks" };
}

function parseOneOf<T extends string>(text: string, choices: readonly T[]): Parsed<T> {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return { value: choice };
  return { problem: `must be one of ${choices.join(", ")}, not "${text}"` };
}

function parseEmail(text: string): Parsed<string> {
  if (/^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254) return { value: text };
  return { problem: `must be an e-mail address, not "${text}"` };
}

function parsePassword(text: string): Parsed<string> {
  if (text.length >= 12 && text.length <= 128) return { value: text };
  return { problem: "must have 12 to 128 characters" };
}

/** Addresses, ranges such as 10.0.0.0/8, or the names that the address library has for ranges. */
function parseTrustedProxies(text: string): Parsed<readonly string[]> {
  const proxies = text.split(",").map((one) => one.trim());
  const wrong = proxies.find((one) => !isAddressRange(one));
  if (wrong === undefined) return { value: proxies };
  return {
    problem: `must list addresses such as 10.0.0.7, ranges such as 10.0.0.0/8, or loopback, and "${wrong}" is none`,
  };
}

function isAddressRange(text: string): boolean {
  if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
  const [address = "", bits, ...more] = text.split("/");
  const kind = isIP(address);
  if (kind === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128))
  );
}

function parseContact(text: string): Parsed<string> {
  if (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(text)) return { value: text };
  return { problem: "must be an address such as mailto:desk@example.com or https://example.com" };
}

/** Names with at least one dot: an address in numbers, or a name of the own network, is none. */
function parseHosts(text: string): Parsed<readonly string[]> {
  const hosts = text.split(",").map((one) => one.trim().toLowerCase());
  const wrong = hosts.find((one) => !/^(?:[a-z0-9-]{1,63}\.)+[a-z][a-z0-9-]{0,62}$/.test(one));
  if (wrong === undefined) return { value: hosts };
  return { problem: `must list host names such as push.example.com, and "${wrong}" is none` };
}

function parseMetricsToken(text: string): Parsed<string> {
  if (/^[\x21-\x7e]{16,128}$/.test(text)) return { value: text };
  return { problem: "must have 16 to 128 letters, digits or signs without blanks" };
}

function parseDocumentKeys(text: string): Parsed<readonly Buffer[]> {
  const keys = parseKeys(text);
  if (keys !== null) return { value: keys };
  return {
    problem:
      "must be 32 random bytes in base64 (openssl rand -base64 32), older ones after a comma",
  };
}

/** All of the S3 settings, or none of them. */
function readDocumentStore(
  given: (name: string) => string | null,
  problems: string[],
): S3Settings | null {
  const names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  const [endpoint, bucket, accessKeyId, secretAccessKey] = names.map(given);
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return null;
  const region = given("S3_REGION") ?? "us-east-1";
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    problems.push(`${names.join(", ")} must all be set for documents to be kept in S3.`);
    return null;
  }
  const address = parseUrl(endpoint, ["https:", "http:"]);
  if ("problem" in address) problems.push(`S3_ENDPOINT ${address.problem}.`);
  if (!/^[a-z0-9][a-z0-9.-]{2,62}$/.test(bucket))
    problems.push("S3_BUCKET must be a bucket's name.");
  return { endpoint, bucket, region, accessKeyId, secretAccessKey };
}

function parseInvitationCode(text: string): Parsed<string> {
  if (/^[A-Za-z0-9-]{4,32}$/.test(text)) return { value: text };
  return { problem: "must be 4 to 32 letters, digits or hyphens" };
}

function parseGrants(text: string): Parsed<readonly Grant[]> {
  const grants: Grant[] = [];
  for (const part of text.split(",").map((piece) => piece.trim())) {
    const [currency = "", amount = ""] = part.split(":");
    if (!isCurrency(currency)) {
      return { problem: `names "${currency}", which is none of ${currencies.join(", ")}` };
    }
    const amountMinor = parseMinor(amount, currency);
    if (amountMinor === null || amountMinor < 0n || part.split(":").length !== 2) {
      return { problem: `must look like JPY:1000000,USD:10000, and "${part}" does not` };
    }
    if (grants.some((grant) => grant.currency === currency)) {
      return { problem: `names ${currency} twice` };
    }
    grants.push({ currency, amountMinor });
  }
  return { value: grants };
}
