import type { Mutant } from "./mutant.ts";

interface Token {
  readonly start: number;
  readonly end: number;
  /** In capitals, as keywords are compared. */
  readonly word: string;
  readonly depth: number;
}

/** What stands in for a value that a statement is given: no letter of SQL, and as long as the original. */
export const valueMark = "¤";

const tokenPattern =
  /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$\$|\$\d+|¤+|[A-Za-z_][\w.]*|\d+(?:\.\d+)?|::|<>|<=|>=|\|\||->>?|[^\s]/g;

const conditionEnds = new Set(
  `AND OR ORDER GROUP LIMIT OFFSET FOR RETURNING UNION EXCEPT HAVING ON WHERE LEFT JOIN CROSS INNER
  WHEN THEN ELSE END SET VALUES WINDOW LOOP SELECT FROM ) ; ,`.split(/\s+/),
);

const swaps: Readonly<Record<string, readonly [string, string]>> = {
  "<>": [">", "comparison"],
  "<": ["<=", "comparison"],
  "<=": ["<", "comparison"],
  ">": [">=", "comparison"],
  ">=": [">", "comparison"],
  "+": ["-", "operator"],
  "-": ["+", "operator"],
  ASC: ["DESC", "order"],
  DESC: ["ASC", "order"],
  LEAST: ["greatest", "function"],
  GREATEST: ["least", "function"],
  FLOOR: ["ceil", "rounding"],
  CEIL: ["floor", "rounding"],
  TRUE: ["false", "constant"],
  FALSE: ["true", "constant"],
};

/** The small faults that SQL can have: a statement of a store's, or a migration. */
export function mutantsOfSql(text: string): Mutant[] {
  const tokens = tokensOf(text);
  return tokens.flatMap((token, index) => mutantsAt(text, tokens, token, index));
}

function tokensOf(text: string): Token[] {
  let depth = 0;
  return [...text.matchAll(tokenPattern)]
    .filter(([found]) => !found.startsWith("--"))
    .map((match) => {
      const [found] = match;
      if (found === ")") depth -= 1;
      const token = {
        start: match.index,
        end: match.index + found.length,
        word: found.toUpperCase(),
        depth,
      };
      if (found === "(") depth += 1;
      return token;
    });
}

function mutantsAt(
  text: string,
  tokens: readonly Token[],
  token: Token,
  index: number,
): readonly Mutant[] {
  const next = tokens[index + 1];
  const before = tokens[index - 1];
  if (token.word === "AND") return leaveOutAnd(tokens, token, index);
  if (token.word === "OR" && before?.word !== "CREATE") {
    return leaveOut(token.start, conditionEnd(tokens, index), "condition left out");
  }
  if (token.word === "WHERE") return leaveOutFirst(tokens, token, index);
  if (token.word === "FOR" && /^(UPDATE|SHARE|NO)$/.test(next?.word ?? "")) {
    return leaveOutLock(tokens, token, index);
  }
  if (token.word === "SKIP" && next?.word === "LOCKED") {
    return leaveOut(token.start, next.end, "skip locked left out");
  }
  if (token.word === "UNIQUE") return leaveOutUnique(tokens, token, index);
  if (token.word === "CHECK" && next?.word === "(") {
    const end = closing(tokens, index + 1);
    return end ? [replace(next.start, end.end, "(true)", "check left out")] : [];
  }
  if (token.word === "IS") return [...turnNull(token, next, tokens[index + 2])];
  if (token.word === "NOT" && next !== undefined && isNegation(before, next)) {
    return leaveOut(token.start, next.start, "not left out");
  }
  if (token.word === "ON" && next?.word === "CONFLICT")
    return leaveOutConflict(tokens, token, index);
  if (/^\d+$/.test(token.word)) return aroundNumber(text, token, before, next);
  if (/^[<>]=?$/.test(token.word) && isWithClock(text, tokens, index)) return [];
  return swapped(token, before, next);
}

/** No moment is ever the very one that a running clock shows: on its border nothing can be seen. */
function isWithClock(text: string, tokens: readonly Token[], index: number): boolean {
  return /clock_timestamp|now\(\)/i.test(
    text.slice(tokens[index]?.end, conditionEnd(tokens, index)),
  );
}

function swapped(token: Token, before?: Token, next?: Token): readonly Mutant[] {
  const swap = swaps[token.word];
  if (swap === undefined) return [];
  // A column may have the name of a function.
  if (/^(rounding|function)$/.test(swap[1]) && next?.word !== "(") return [];
  // `->` and a sign before a number are no difference of two values.
  const follows = before !== undefined && /[\w)'¤]$/.test(before.word);
  if (/^[+-]$/.test(token.word) && !follows) return [];
  return [replace(token.start, token.end, swap[0], swap[1])];
}

function leaveOutAnd(tokens: readonly Token[], token: Token, index: number): readonly Mutant[] {
  for (let back = index - 1; back >= 0; back -= 1) {
    const earlier = tokens[back];
    if (earlier === undefined || earlier.depth < token.depth) break;
    if (earlier.depth > token.depth) continue;
    if (earlier.word === "BETWEEN") return [];
    if (conditionEnds.has(earlier.word)) break;
  }
  return leaveOut(token.start, conditionEnd(tokens, index), "condition left out");
}

/** `WHERE a AND b` becomes `WHERE b`, and `WHERE a` holds for all. */
function leaveOutFirst(tokens: readonly Token[], token: Token, index: number): readonly Mutant[] {
  const end = conditionEnd(tokens, index);
  const following = tokens.find((one) => one.start >= end);
  const first = tokens[index + 1];
  if (first === undefined) return [];
  if (following?.word === "AND") return leaveOut(first.start, following.end, "condition left out");
  return [replace(token.end, end, " true", "condition left out")];
}

/** Where the condition after this keyword ends: `AND` binds closer than `OR`, so an `OR` takes more. */
function conditionEnd(tokens: readonly Token[], index: number): number {
  const keyword = tokens[index];
  let end = keyword?.end ?? 0;
  let isBetween = false;
  let cases = 0;
  for (const token of tokens.slice(index + 1)) {
    if (token.depth < (keyword?.depth ?? 0)) break;
    const isHere = token.depth === keyword?.depth && token.word !== ")";
    if (isHere && token.word === "CASE") cases += 1;
    if (isHere && token.word === "BETWEEN") isBetween = true;
    else if (isHere && token.word === "AND" && isBetween) isBetween = false;
    else if (isHere && cases > 0 && token.word === "END") cases -= 1;
    else if (isHere && cases === 0 && conditionEnds.has(token.word)) {
      // `IS DISTINCT FROM` is one comparison.
      if (token.word !== "FROM" || !endsWithDistinct(tokens, token)) break;
    }
    end = token.end;
  }
  return end;
}

function endsWithDistinct(tokens: readonly Token[], from: Token): boolean {
  return tokens.findLast((token) => token.end <= from.start)?.word === "DISTINCT";
}

function leaveOutLock(tokens: readonly Token[], token: Token, index: number): readonly Mutant[] {
  let last = tokens[index + 1];
  for (let ahead = index + 2; last !== undefined; ahead += 1) {
    const next = tokens[ahead];
    const belongs = /^(NO|KEY|UPDATE|SHARE|OF|SKIP|LOCKED|NOWAIT)$/.test(next?.word ?? "");
    const isTable = tokens[ahead - 1]?.word === "OF";
    if (next === undefined || !(belongs || isTable)) break;
    last = next;
  }
  return last ? leaveOut(token.start, last.end, "lock left out") : [];
}

function leaveOutUnique(tokens: readonly Token[], token: Token, index: number): readonly Mutant[] {
  const before = tokens[index - 1]?.word ?? "";
  const next = tokens[index + 1];
  if (next?.word === "INDEX") return leaveOut(token.start, token.end, "unique left out");
  const open = tokens.findIndex((one, at) => at > index && one.word === "(");
  const between = tokens.slice(index + 1, open).map(({ word }) => word);
  const isTables = open !== -1 && between.every((word) => /^(NULLS|NOT|DISTINCT)$/.test(word));
  const end = isTables ? closing(tokens, open) : undefined;
  if (end === undefined || !/^(,|\(|ADD|[A-Z_]+)$/.test(before)) {
    return leaveOut(token.start, token.end, "unique left out");
  }
  return [replace(token.start, end.end, "CHECK (true)", "unique left out")];
}

function leaveOutConflict(
  tokens: readonly Token[],
  token: Token,
  index: number,
): readonly Mutant[] {
  const nothing = tokens.slice(index, index + 30).find(({ word }) => word === "NOTHING");
  return nothing ? leaveOut(token.start, nothing.end, "on conflict left out") : [];
}

function* turnNull(is: Token, next?: Token, afterNext?: Token): Generator<Mutant> {
  if (next?.word === "NULL") yield replace(is.end, next.end, " NOT NULL", "null turned");
  if (next?.word === "NOT" && afterNext?.word === "NULL") {
    yield replace(is.end, afterNext.end, " NULL", "null turned");
  }
}

/** What `NOT NULL`, `IS NOT` and `IF NOT EXISTS` say is no condition that could be turned round. */
function isNegation(before: Token | undefined, next: Token): boolean {
  if (/^(IS|IF|NULLS|SET|DROP)$/.test(before?.word ?? "")) return false;
  return !/^(NULL|DEFERRABLE|VALID|DISTINCT|MATERIALIZED)$/.test(next.word);
}

/** Not the sizes of types: `numeric(20, 4)`. */
function aroundNumber(
  text: string,
  token: Token,
  before: Token | undefined,
  next: Token | undefined,
): readonly Mutant[] {
  const isSize = /^\s*(numeric|char|varchar)\s*\(\s*[\d\s,]*$/i.test(
    text
      .slice(Math.max(0, token.start - 24), token.start)
      .replace(/^.*?(?=(numeric|char|varchar))/is, ""),
  );
  if (isSize || before?.word === ":" || before?.word === "[" || next?.word === "]") return [];
  const value = BigInt(token.word);
  return [replace(token.start, token.end, String(value + 1n), "constant")];
}

function closing(tokens: readonly Token[], open: number): Token | undefined {
  const depth = tokens[open]?.depth;
  return tokens.find((token, at) => at > open && token.word === ")" && token.depth === depth);
}

function leaveOut(start: number, end: number, kind: string): readonly Mutant[] {
  return [replace(start, end, "", kind)];
}

function replace(start: number, end: number, text: string, kind: string): Mutant {
  return { start, end, text, kind };
}
