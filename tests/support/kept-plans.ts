import { createHash } from "node:crypto";
import pg from "pg";

const isWhole = process.env["TEST_TABLES"] === "whole";

/** A worker loads this file for each test file, and has one class of connections. */
const kept = Symbol.for("the tests' kept plans");
const prototype = pg.Client.prototype as pg.Client & { [kept]?: { areKept: boolean } };
const isFirst = prototype[kept] === undefined;

/**
 * Whether each connection plans a statement once. `npm run test:all` has it planned each time, as the product does;
 * so does a test whose point is which plans are kept, from before it makes its database.
 */
export const plans = (prototype[kept] ??= { areKept: !isWhole });

/** One statement of those that are planned: several together cannot be prepared. */
function isOne(text: unknown): text is string {
  if (typeof text !== "string" || text.includes(";")) return false;
  return /^\s*(?:select|insert|update|delete|with)\b/i.test(text);
}

/** By its socket: what stands in a line reads the statements of those that go through it. */
function isDirect({ host }: pg.Client): boolean {
  return host.startsWith("/");
}

/**
 * A test says the same few hundred statements again and again, over nearly empty tables: PostgreSQL takes
 * longer to plan one than to run it. They are the product's texts and parameters all the same.
 */
if (!isWhole && isFirst) {
  const names = new Map<string, string>();
  const nameOf = (text: string): string => {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = createHash("md5").update(text).digest("hex");
    names.set(text, name);
    return name;
  };
  const query = prototype.query;
  const keeping = function (this: pg.Client, text: unknown, ...more: unknown[]): never {
    const isKept = plans.areKept && isDirect(this) && isOne(text);
    const asked = isKept ? { name: nameOf(text), text } : text;
    return Reflect.apply(query, this, [asked, ...more]) as never;
  };
  Object.assign(prototype, { query: keeping });
}
