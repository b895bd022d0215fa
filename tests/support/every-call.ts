import {
  allRefusalStatuses,
  calls,
  isAnyRefusalCode,
  operatorCalls,
  type AnyRefusalCode,
  type Call,
  type OperatorCall,
} from "@sanshi/contract";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { rows, sql, type Reader } from "../../apps/server/src/platform/sql/database.ts";
import type { TestApplication } from "./test-application.ts";

/** One call of the contract with what the tests need to know of its form. */
export type DescribedCall = {
  /** With a `:gap` for each of its fields that the path carries. */
  url: string;
  call: Call | OperatorCall;
  fields: readonly string[];
  required: readonly string[];
};

/** Every customers' call by its address; one that is added to the contract is here by itself. */
export const customerCalls: readonly DescribedCall[] = Object.entries(calls).map(([path, call]) =>
  describeCall(`/api/vue${path}`, call),
);
export const operatorsCalls: readonly DescribedCall[] = Object.entries(operatorCalls).map(
  ([path, call]) => describeCall(path, call),
);

function describeCall(url: string, call: Call | OperatorCall): DescribedCall {
  const schema = z.toJSONSchema(call.input, { io: "input" }) as {
    properties?: object;
    required?: string[];
  };
  const fields = Object.keys(schema.properties ?? {});
  return { url, call, fields, required: schema.required ?? [] };
}

/** What people, programs and attackers type into a field: each must be refused or mean nothing. */
export const abusedTexts: readonly (readonly [name: string, text: string])[] = [
  ["empty", ""],
  ["10,000 characters", "x".repeat(10_000)],
  ["a script", `"><script>alert(1)</script>`],
  ["SQL", "'; DROP TABLE position; --"],
  ["a spreadsheet's formula", `=HYPERLINK("https://evil.example")`],
  ["control characters", "a\u001b[31m\r\nlog: forged"],
  ["a right-to-left override", "abc\u202etxt.exe"],
  ["a null byte", "7203\u0000"],
  ["a null byte alone", "\u0000"],
  ["minus one", "-1"],
  ["zero", "0"],
  ["minus zero", "-0"],
  ["a fraction", "1.5"],
  ["an exponent", "1e3"],
  ["hexadecimal", "0x10"],
  ["full-width digits", "１００"],
  ["Arabic digits", "١٠٠"],
  ["a blank before", " 5"],
  ["a line end after", "5\n"],
  ["a plus sign", "+5"],
  ["thousands", "1,000"],
  ["beyond 2^53", "9007199254740993"],
  ["beyond 2^63", "9223372036854775808"],
  ["10^30", `1${"0".repeat(30)}`],
  ["not a number", "NaN"],
  ["infinity", "Infinity"],
  ["true", "true"],
  ["a list", "[]"],
  ["an object", "{}"],
  ["null", "null"],
  ["a prototype", "__proto__"],
  ["a path", "../../../etc/passwd"],
];

const encoded = (text: string) => Buffer.from(text).toString("base64url");

/**
 * A field that takes any text takes all of these, and nothing behind the contract tells one from another: each
 * call and field is tried with a quarter of them. What a search, a number in the database or a pattern could trip
 * over is not among them, and tried everywhere.
 */
const likeAnyText: ReadonlySet<string> = new Set([
  ...["a spreadsheet's formula", "minus zero", "a fraction", "an exponent", "hexadecimal"],
  ...["a blank before", "a line end after", "a plus sign", "thousands", "not a number"],
  ...["infinity", "true", "a list", "an object", "null", "a path"],
]);

/** Cursors that no page ended with, whatever a list is sorted by: all must be malformed. */
export function inventedCursors({
  url,
}: DescribedCall): readonly (readonly [name: string, cursor: string])[] {
  const turn = turnOf(url) % 4;
  const texts = abusedTexts.filter(([name], at) => !likeAnyText.has(name) || at % 4 === turn);
  return [...texts, ...codedCursors];
}

const codedCursors: readonly (readonly [name: string, cursor: string])[] = [
  ["a constructor", "constructor"],
  ["many letters", "z".repeat(12)],
  ["more letters", "z".repeat(190)],
  ["nothing, encoded", encoded("|")],
  ["beyond 2^63, encoded", encoded("9223372036854775808")],
  ["beyond 2^63 twice, encoded", encoded("9223372036854775808|9223372036854775808")],
  ["a hundred digits, encoded", encoded("1".repeat(100))],
  ["minus one, encoded", encoded("-1")],
  ["a day that is none, encoded", encoded("2026-02-30|1")],
  ["five places, encoded", encoded("1|2|3|x|5")],
];

/** JSON has more kinds of values than a form. */
export const abusedValues: readonly (readonly [name: string, value: unknown])[] = [
  ...abusedTexts,
  ["JSON null", null],
  ["JSON true", true],
  ["JSON list", ["1"]],
  ["JSON object", { $ne: "" }],
  ["JSON zero", 0],
  ["JSON minus one", -1],
  ["JSON fraction", 1.5],
  ["JSON 2^53", 2 ** 53],
  ["JSON 1e300", 1e300],
];

/** What never comes from a client, whatever the call. */
const smuggledFields: readonly string[] = [
  ...["price", "fee", "total", "amount", "profit", "balance", "status", "filled_at", "state"],
  ...["customer_id", "account_id", "is_admin", "Type"],
];
const specialFields: readonly string[] = ["constructor", "__proto__", "type[]"];

/** `npm run test:all` sends all that a field takes; the gate a quarter of it, another one for each call and field. */
const isWholeTable = process.env["TEST_TABLES"] === "whole";

/**
 * Of the values that a field may be abused with those that are worth a call: what the contract lets through to
 * what is behind it, and one of those that it refuses, as the contract answers all of them alike; each call and
 * field has another one, and other ones of `likeAnyText` where it takes any text.
 */
export function worthTrying<Value>(
  { url, call }: DescribedCall,
  sound: Record<string, unknown>,
  field: string,
  abused: readonly (readonly [name: string, value: Value])[],
): readonly (readonly [name: string, value: Value, codes: readonly number[]])[] {
  // Each is held against the contract once.
  const takenOnes = new Set(
    abused.filter(
      ([, value]) => call.input.safeParse(asParsed({ ...sound, [field]: value })).success,
    ),
  );
  const isTaken = (one: (typeof abused)[number]) => takenOnes.has(one);
  const turn = turnOf(`${url} ${field}`);
  const alike = abused.filter(([name]) => likeAnyText.has(name));
  const spared = alike.every(isTaken) ? alike.filter((_, index) => index % 4 !== turn % 4) : [];
  const taken = abused
    .filter((one) => isTaken(one) && !spared.includes(one))
    .filter((_, index) => isWholeTable || index % 4 === turn % 4);
  const refused = abused.filter((one) => !isTaken(one));
  const one = refused[turn % Math.max(1, refused.length)];
  return [
    ...taken.map(([name, value]) => [name, value, [200, 400]] as const),
    ...(one === undefined ? [] : [[one[0], one[1], [400]] as const]),
  ];
}

/** Of what the transport refuses alike, whatever the call, all; in the gate one, another one for each call. */
export function byTurns<Case>({ url }: DescribedCall, alike: readonly Case[]): readonly Case[] {
  const turn = turnOf(url) % Math.max(1, alike.length);
  return isWholeTable ? alike : alike.slice(turn, turn + 1);
}

/** Another number for each text, so that what is tried by turns differs from call to call. */
export function turnOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}

/** A form as the transport hands it to the contract: its photos are files. */
export function asParsed(fields: Record<string, unknown>): Record<string, unknown> {
  const asFile = (value: unknown) =>
    value instanceof Uint8Array ? new File([new Uint8Array(value)], "photo.jpg") : value;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, asFile(value)]));
}

/**
 * Names that a call does not know: those that have a meaning to JavaScript or to a form always, and of those
 * that would be worth smuggling in two, another two for each call: the contract answers all of them alike.
 */
export function unknownFields({ url, fields }: DescribedCall): readonly string[] {
  const at = turnOf(url);
  const turns = [
    smuggledFields[at % smuggledFields.length],
    smuggledFields[(at + 5) % smuggledFields.length],
  ];
  const names = [...turns.filter((name) => name !== undefined), ...specialFields];
  return names.filter((name) => !fields.includes(name));
}

/** The codes that the transport answers beside what a call lists of its own. */
const transportCodes = (Object.keys(allRefusalStatuses) as AnyRefusalCode[]).filter(
  (code) => allRefusalStatuses[code] >= 400 && code !== "server_fault",
);

export type Received = {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
};

/** What is wrong with an answer, whatever was asked: null where it keeps to the envelope and the catalogue. */
export function faultOf(
  call: Call | OperatorCall,
  { statusCode, headers, body }: Received,
): string | null {
  const type = String(headers["content-type"]);
  if (!type.startsWith("application/json")) return `content type ${type}`;
  if (headers["cache-control"] !== "no-store") return "may be stored";
  if (headers["x-content-type-options"] !== "nosniff") return "may be sniffed";
  const { status, msg, data } = JSON.parse(body) as Record<string, unknown>;
  if (status === 1)
    return statusCode === 200 && msg === "ok" ? null : `accepted with ${statusCode}`;
  if (status !== 0 || data !== null || typeof msg !== "string") return `no envelope: ${body}`;
  if (!isAnyRefusalCode(msg)) return `no code of the catalogue: ${msg}`;
  if (allRefusalStatuses[msg] !== statusCode) return `${msg} came with ${statusCode}`;
  const refusals: readonly AnyRefusalCode[] = call.refusals;
  const isListed = refusals.includes(msg) || transportCodes.includes(msg);
  return isListed ? null : `${msg} is not among the call's refusals`;
}

/** What changes without anything having happened: counted attempts, kept refusals, when somebody was last seen. */
const restless: Record<string, string> = {
  // Recorded at the end of a day, whoever calls meanwhile.
  net_assets: "",
  // Kept as the jobs look, whoever calls meanwhile.
  instrument_name: "",
  statement_head: "",
  statement_price: "",
  net_assets_day: "",
  // Valued within a second after money came or went, whoever calls meanwhile.
  net_assets_flow: "",
  net_assets_flow_due: "",
  // Reckoned from them afterwards.
  loan_score: "",
  loan_score_day: "",
  try_counter: "",
  client_request: "",
  session: "id, customer_id, revoked_at",
  operator_session: "token_hash, revoked_at",
  audit_entry: "",
  audit_head: "",
  operator_challenge: "",
  // The simulated institutions publish by the clock; who applies is in the picture.
  block_draw: "",
  block_offer: "",
  block_quota: "",
  // An instance vouches for the time that goes by.
  clock_beat: "",
  // Jobs of the ledger.
  ledger_check_run: "",
  ledger_increment: "",
  ledger_total: "",
};

/** A fingerprint of every table, so that also a change nobody thought of is seen. */
export async function pictureOf(reader: Reader): Promise<Record<string, string>> {
  const tables = await rows(
    reader,
    sql<{ name: string }>`SELECT relname AS name FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
  );
  const shown = tables.filter(({ name }) => restless[name] !== "");
  const prints = shown.map(({ name }) => {
    const columns = sql.raw(restless[name] ?? "*");
    return sql`SELECT ${sql.lit(name)} AS name, count(*) || ' ' || coalesce(md5(string_agg(line, E'\n')), '')
      AS print FROM (SELECT (t.*)::text AS line
        FROM (SELECT ${columns} FROM ${sql.table(name)}) t ORDER BY 1) lines`;
  });
  const found = await rows(
    reader,
    sql<{ name: string; print: string }>`${sql.join(prints, sql` UNION ALL `)}`,
  );
  return Object.fromEntries(found.map(({ name, print }) => [name, print]));
}

export type Sent = { headers?: Record<string, string>; payload: string | Buffer };
/** What is tried, and the HTTP codes that may answer it. */
export type Attempt = readonly [name: string, sent: Sent, codes: readonly number[]];

export const formType = { "content-type": "application/x-www-form-urlencoded" };
export const jsonType = { "content-type": "application/json" };

export function form(fields: Record<string, unknown>): string {
  return new URLSearchParams(fields as Record<string, string>).toString();
}

const boundary = "every-call-boundary";

/**
 * A call's form as the wire has it: with files in parts, else encoded. Fields come as pairs, because one
 * may come twice; a text where a file should be is a part without a file's name.
 */
export function formOf(
  { call }: Pick<DescribedCall, "call">,
  fields: readonly (readonly [name: string, value: unknown])[],
): { type: Record<string, string>; payload: string | Buffer } {
  if (!("files" in call) || call.files === undefined) {
    return {
      type: formType,
      payload: new URLSearchParams(fields as [string, string][]).toString(),
    };
  }
  const parts = fields.flatMap(([name, value]) => {
    const isPhoto = value instanceof Uint8Array;
    const file = isPhoto ? `; filename="photo.jpg"\r\ncontent-type: image/jpeg` : "";
    return [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      isPhoto ? Buffer.from(value) : Buffer.from(String(value)),
      Buffer.from("\r\n"),
    ];
  });
  return {
    type: { "content-type": `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

export function sendTo(
  app: TestApplication,
  { url }: DescribedCall,
  { headers = {}, payload }: Sent,
) {
  return app.context.http.fastify.inject({ method: "POST", url, headers, payload });
}

/** Makes each attempt, and expects no fault in any answer. What they changed `expectUnchanged` tells. */
export async function expectNoFault(
  app: TestApplication,
  one: DescribedCall,
  attempts: readonly Attempt[],
): Promise<void> {
  const faults: string[] = [];
  for (const [name, sent, codes] of attempts) {
    const answer = await sendTo(app, one, sent);
    const fault = faultOf(one.call, answer);
    if (fault !== null) faults.push(`${name}: ${fault}`);
    else if (!codes.includes(answer.statusCode)) {
      faults.push(`${name}: answered ${answer.statusCode} ${answer.body}`);
    }
  }
  expect(faults).toEqual([]);
}

/**
 * Adds to a group of tests one that fails where any of them changed anything: a look at every table
 * takes as long as the attempts of one call, so there is one for the group.
 */
export function expectUnchanged(app: () => TestApplication): void {
  const picture = () => pictureOf(app().context.database.reader);
  let before: Record<string, string> = {};
  // What a test has planted beside the server is named already.
  let faults: string[] = [];
  beforeAll(async () => {
    before = await picture();
    faults = await app().ledgerFaults();
  });
  it("and nothing is changed by any of them", async () => {
    expect(await picture()).toEqual(before);
    expect(await app().ledgerFaults()).toEqual(faults);
  });
}
