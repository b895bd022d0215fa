import { describe, expect, test } from "vitest";
import { StartError } from "./postgres/start-error.ts";
import { readSettings } from "./settings.ts";

const read = (environment: Record<string, string>) => readSettings(environment, "/project");

function sentenceFor(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return "no problem";
}

describe("settings", () => {
  test("everything can be left out, and an empty variable is left out", () => {
    expect(read({ PORT: "", DATABASE_URL: " " })).toEqual({
      port: 3000,
      host: "localhost",
      dataDir: "/project/data",
      dataDirIsDefault: true,
      databaseUrl: null,
      databaseOwnerUrl: null,
      metricsToken: null,
      natsUrl: null,
      roles: ["api", "market", "jobs"],
      market: { kind: "simulated" },
      marketSeed: null,
      marketRules: "practice",
      marketHours: "always",
      operatorEmail: "operator@sanshi.local",
      operatorPassword: null,
      invitationCode: null,
      simulatedGrant: [
        { currency: "JPY", amountMinor: 1_000_000n },
        { currency: "USD", amountMinor: 1_000_000n },
        { currency: "CNY", amountMinor: 5_000_000n },
      ],
      customerCallsPerSecond: 50,
      trustedProxies: [],
      documentKeys: null,
      backup: null,
      signingKeyFile: null,
      pushKeyFile: null,
      pushContact: "mailto:operator@sanshi.local",
      pushServices: [
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
      ],
      drawDelay: null,
      drandUrl: null,
      documentStore: null,
      breachedPasswords: null,
      logLevel: "info",
    });
  });

  test("every variable is read", () => {
    const settings = read({
      PORT: "8080",
      HOST: "0.0.0.0",
      DATA_DIR: "elsewhere",
      DATABASE_URL: "postgresql://me@db/sanshi",
      DATABASE_OWNER_URL: "postgresql://owner@db/sanshi",
      NATS_URL: "nats://bus:4222",
      ROLES: "jobs, api",
      MARKET: "replay:bars/2020",
      MARKET_SEED: "42",
      MARKET_HOURS: "exchange",
      OPERATOR_EMAIL: "me@example.com",
      OPERATOR_PASSWORD: "correct horse battery",
      INVITATION_CODE: "CLUB-2026",
      SIMULATED_GRANT: "VND:5",
      CUSTOMER_CALLS_PER_SECOND: "200",
      TRUSTED_PROXIES: "loopback, 10.0.0.0/8,2001:db8::7",
      LOG_LEVEL: "debug",
    });
    expect(settings).toMatchObject({
      port: 8080,
      host: "0.0.0.0",
      dataDir: "/project/elsewhere",
      dataDirIsDefault: false,
      databaseUrl: "postgresql://me@db/sanshi",
      databaseOwnerUrl: "postgresql://owner@db/sanshi",
      natsUrl: "nats://bus:4222",
      roles: ["api", "jobs"],
      market: { kind: "replay", folder: "/project/bars/2020" },
      marketSeed: "42",
      marketHours: "exchange",
      operatorEmail: "me@example.com",
      operatorPassword: "correct horse battery",
      invitationCode: "CLUB-2026",
      simulatedGrant: [{ currency: "VND", amountMinor: 5n }],
      customerCallsPerSecond: 200,
      trustedProxies: ["loopback", "10.0.0.0/8", "2001:db8::7"],
      logLevel: "debug",
    });
  });

  test("the exchanges' rules keep the exchanges' hours; MARKET_HOURS, the older name, adds them to practice", () => {
    expect(read({ MARKET_RULES: "exchange" })).toMatchObject({
      marketRules: "exchange",
      marketHours: "exchange",
    });
    expect(read({ MARKET_HOURS: "exchange" })).toMatchObject({
      marketRules: "practice",
      marketHours: "exchange",
    });
    expect(() => read({ MARKET_RULES: "exchange", MARKET_HOURS: "always" })).toThrow(
      "leave MARKET_HOURS out",
    );
    expect(() => read({ MARKET_RULES: "real" })).toThrow(
      'MARKET_RULES must be one of practice, exchange, not "real".',
    );
  });

  test("a market that is neither simulated nor a replay is a live adapter's name", () => {
    expect(read({ MARKET: "tse-flex" }).market).toEqual({ kind: "live", adapter: "tse-flex" });
  });

  test.each([
    [
      "PORT",
      "65536",
      'PORT must be a port number from 1 to 65535, or 0 for any free one, not "65536".',
    ],
    [
      "PORT",
      "3e3",
      'PORT must be a port number from 1 to 65535, or 0 for any free one, not "3e3".',
    ],
    ["HOST", "a b", 'HOST must be an address or a host name such as 0.0.0.0, not "a b".'],
    [
      "DATABASE_URL",
      "mysql://db",
      "DATABASE_URL must be an address that begins with postgresql://.",
    ],
    ["NATS_URL", "bus", "NATS_URL must be an address that begins with nats://."],
    ["ROLES", "api,web", 'ROLES must list some of api, market, jobs, and "web" is none of them.'],
    [
      "MARKET",
      "replay:",
      'MARKET must be simulated, replay:<folder> or the name of a live adapter, not "replay:".',
    ],
    ["MARKET_SEED", "a b", "MARKET_SEED must be 1 to 64 letters, digits or signs without blanks."],
    ["MARKET_HOURS", "never", 'MARKET_HOURS must be one of always, exchange, not "never".'],
    ...["proxy.example", "10.0.0.0/33", "0.0.0.0/0", "10.0.0.7,", "10.0.0.0/8/8"].map((given) => [
      "TRUSTED_PROXIES",
      given,
      `TRUSTED_PROXIES must list addresses such as 10.0.0.7, ranges such as 10.0.0.0/8, or loopback, and "${given.replace("10.0.0.7,", "")}" is none.`,
    ]),
    [
      "PUSH_CONTACT",
      "desk@example.com",
      "PUSH_CONTACT must be an address such as mailto:desk@example.com or https://example.com.",
    ],
    ...["localhost", "10.0.0.7", "https://push.example", "push.example,"].map((given) => [
      "PUSH_SERVICES",
      given,
      `PUSH_SERVICES must list host names such as push.example.com, and "${given.replace("push.example,", "")}" is none.`,
    ]),
    ["OPERATOR_EMAIL", "me", 'OPERATOR_EMAIL must be an e-mail address, not "me".'],
    ["OPERATOR_PASSWORD", "hunter2", "OPERATOR_PASSWORD must have 12 to 128 characters."],
    ["INVITATION_CODE", "a!", "INVITATION_CODE must be 4 to 32 letters, digits or hyphens."],
    [
      "SIMULATED_GRANT",
      "EUR:1",
      'SIMULATED_GRANT names "EUR", which is none of JPY, USD, CNY, HKD, TWD, KRW, THB, MYR, VND.',
    ],
    [
      "SIMULATED_GRANT",
      "JPY:1.5",
      'SIMULATED_GRANT must look like JPY:1000000,USD:10000, and "JPY:1.5" does not.',
    ],
    [
      "SIMULATED_GRANT",
      "USD:-1",
      'SIMULATED_GRANT must look like JPY:1000000,USD:10000, and "USD:-1" does not.',
    ],
    [
      "CUSTOMER_CALLS_PER_SECOND",
      "0.5",
      'CUSTOMER_CALLS_PER_SECOND must be a whole number from 1 to 9999999, not "0.5".',
    ],
    ["SIMULATED_GRANT", "JPY:1,JPY:2", "SIMULATED_GRANT names JPY twice."],
    [
      "LOG_LEVEL",
      "loud",
      'LOG_LEVEL must be one of trace, debug, info, warn, error, fatal, silent, not "loud".',
    ],
  ])("%s=%s is refused in one sentence", (name, value, sentence) => {
    expect(sentenceFor({ [name]: value })).toBe(sentence);
  });

  const together = "BACKUP_KEYS_TO must lie apart from BACKUP_TO: together they open everything.";
  test.each([
    ["/mnt/backups", "/mnt/backups", together],
    ["/mnt/backups", "/mnt/backups/keys", together],
    ["/mnt/backups", "/mnt/keys/../backups//keys/", together],
    ["/mnt/keys/backups", "/mnt/keys", together],
    ["/mnt/backups", "/proc/self/root/mnt/backups/keys", together],
    ["/mnt/backups", "/mnt/backups-keys", null],
    ["/mnt/backups", "/mnt/..keys", null],
    ["/mnt/backups", "/mnt/keys", null],
  ])("backups in %s and keys in %s are compared as folders", (to, keysTo, sentence) => {
    const environment = { BACKUP_TO: to, BACKUP_KEYS_TO: keysTo };
    if (sentence === null) expect(read(environment).backup).toMatchObject({ keysTo });
    else expect(sentenceFor(environment)).toBe(sentence);
  });

  test("all wrong values are told at once", () => {
    expect(sentenceFor({ PORT: "x", LOG_LEVEL: "y" }).split("\n")).toHaveLength(2);
  });
});
