import { parseSync } from "vite";
import type { Mutant } from "./mutant.ts";
import { mutantsOfSql, valueMark } from "./sql-mutants.ts";

/** A node of the syntax tree, of which only the place is known beforehand. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const binarySwaps: Readonly<Record<string, readonly [string, string]>> = {
  "<": ["<=", "comparison"],
  "<=": ["<", "comparison"],
  ">": [">=", "comparison"],
  ">=": [">", "comparison"],
  "===": ["!==", "comparison"],
  "!==": ["===", "comparison"],
  "+": ["-", "operator"],
  "-": ["+", "operator"],
  "*": ["/", "operator"],
  "/": ["*", "operator"],
  "%": ["*", "operator"],
};

const wordSwaps: ReadonlyMap<string, string> = new Map([
  ["floor", "ceiling"],
  ["ceiling", "floor"],
  ["half_up", "floor"],
  ["half_even", "floor"],
]);

/** No record: `toString` would be found in it. */
const methodSwaps: ReadonlyMap<string, string> = new Map([
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["round", "floor"],
  ["trunc", "ceil"],
  ["min", "max"],
  ["max", "min"],
  ["some", "every"],
  ["every", "some"],
]);

/** What a fault in can change no customer's figure. */
const harmlessCalls = /\b(log|logger|console|metrics)\b/;
/** Types, and what only names modules. */
const withoutBehaviour =
  /^(TS(?!(As|Satisfies|NonNull|TypeAssertion|Instantiation))|Import|ExportAll)/;

/** The small faults that a TypeScript file can have, those of its SQL among them, in order of place. */
export function mutantsOfCode(path: string, source: string): Mutant[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message ?? ""}`);
  const found: Mutant[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (!isNode(value) || withoutBehaviour.test(value.type)) return;
    found.push(...mutantsAt(source, value));
    // A type beside an expression has no behaviour; the type's own nodes say so themselves.
    for (const field of Object.values(value)) if (typeof field === "object") visit(field);
  };
  visit(program);
  return found.toSorted((one, other) => one.start - other.start);
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" &&
    value !== null &&
    "type" in value &&
    typeof value.type === "string" &&
    "start" in value &&
    "end" in value
  );
}

function mutantsAt(source: string, node: Node): readonly Mutant[] {
  const text = (part: unknown) => (isNode(part) ? source.slice(part.start, part.end) : "");
  const become = (kind: string, ...texts: string[]): Mutant[] =>
    texts.map((replacement) => ({ start: node.start, end: node.end, text: replacement, kind }));
  switch (node.type) {
    case "BinaryExpression":
      return swapOperator(source, node);
    case "LogicalExpression":
      return become("condition left out", text(node.left), `(${text(node.right)})`);
    case "UnaryExpression":
      return node.operator === "!" ? become("not left out", text(node.argument)) : [];
    case "ConditionalExpression":
      return become(
        "branches swapped",
        `(${text(node.test)} ? ${text(node.alternate)} : ${text(node.consequent)})`,
      );
    case "IfStatement":
      return isNode(node.test) ? decide(node.test, text(node.consequent)) : [];
    case "Literal":
      return mutantsOfLiteral(node, become);
    case "CallExpression":
      return mutantsOfCall(node, text);
    case "ExpressionStatement":
      return leaveOutCall(node, text, become);
    case "TemplateLiteral":
      return mutantsOfTemplate(source, node);
    default:
      return [];
  }
}

/** That a fault of our own throws cannot be seen from outside: nothing brings it about. */
function decide({ start, end }: Node, consequent: string): Mutant[] {
  const ways = /^\{?\s*throw new Error\(/.test(consequent) ? ["true"] : ["true", "false"];
  return ways.map((text) => ({ start, end, text, kind: "condition decided" }));
}

function swapOperator(source: string, { left, right, operator }: Node): Mutant[] {
  const swap = binarySwaps[String(operator)];
  if (swap === undefined || !isNode(left) || !isNode(right)) return [];
  // A sentence is put together, not added.
  if (operator === "+" && [left, right].some(isText)) return [];
  const between = source.slice(left.end, right.start);
  const start = left.end + between.indexOf(String(operator));
  return [{ start, end: start + String(operator).length, text: swap[0], kind: swap[1] }];
}

function isText(node: Node): boolean {
  return node.type === "TemplateLiteral" || typeof node.value === "string";
}

type Become = (kind: string, ...texts: string[]) => Mutant[];

function mutantsOfLiteral(node: Node, become: Become): Mutant[] {
  const { value } = node;
  if (typeof value === "boolean") return become("constant", String(!value));
  if (typeof value === "bigint") return become("constant", `${value + 1n}n`);
  if (typeof value === "number") return become("constant", String(value + 1));
  const swap = typeof value === "string" ? wordSwaps.get(value) : undefined;
  return swap === undefined ? [] : become("rounding", JSON.stringify(swap));
}

function mutantsOfCall(node: Node, text: (part: unknown) => string): Mutant[] {
  const { callee } = node;
  if (!isNode(callee) || callee.type !== "MemberExpression" || !isNode(callee.property)) return [];
  const { start, end } = callee.property;
  const name = text(callee.property);
  if (name === "filter" && isNode(callee.object)) {
    const unfiltered = { start: callee.object.end, end: node.end, text: "" };
    return [{ ...unfiltered, kind: "filter left out" }];
  }
  const swap = methodSwaps.get(name);
  return swap === undefined ? [] : [{ start, end, text: swap, kind: "function" }];
}

function leaveOutCall(node: Node, text: (part: unknown) => string, become: Become): Mutant[] {
  const { expression } = node;
  if (!isNode(expression)) return [];
  const called = expression.type === "AwaitExpression" ? expression.argument : expression;
  if (!isNode(called) || called.type !== "CallExpression") return [];
  if (harmlessCalls.test(text(called.callee))) return [];
  return become("call left out", ";");
}

/** Each value stands in the statement as marks of its length, so that places stay what they are. */
function mutantsOfTemplate(source: string, node: Node): Mutant[] {
  const values = Array.isArray(node.expressions) ? node.expressions.filter(isNode) : [];
  let statement = source.slice(node.start, node.end);
  for (const value of values) {
    const start = source.lastIndexOf("${", value.start) - node.start;
    const end = source.indexOf("}", value.end) + 1 - node.start;
    statement = statement.slice(0, start) + valueMark.repeat(end - start) + statement.slice(end);
  }
  const inside = statement.slice(1, -1);
  if (!looksLikeSql(inside)) return [];
  return mutantsOfSql(inside).map((mutant) => ({
    ...mutant,
    start: mutant.start + node.start + 1,
    end: mutant.end + node.start + 1,
  }));
}

function looksLikeSql(text: string): boolean {
  return /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|AND|FROM)\b/.test(text);
}
