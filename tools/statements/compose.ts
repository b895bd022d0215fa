import type { ESTree } from "vite";
import {
  isFunction,
  type Binding,
  type FunctionNode,
  type Node,
  type SourceFile,
  type SourceFiles,
} from "./source-files.ts";

/** Pieces of SQL; null where a parameter stands. */
export type Pieces = readonly (string | null)[];

/** What an expression is, as far as it can be said without a run. */
export type Value =
  | { readonly kind: "fragment"; readonly pieces: Pieces }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Value[] }
  | { readonly kind: "record"; readonly node: ESTree.ObjectExpression; readonly place: Place }
  | { readonly kind: "function"; readonly node: FunctionNode; readonly place: Place }
  | { readonly kind: "unknown" };

/** Where an expression stands: its file, and what the functions around it were called with. */
interface Place {
  readonly file: SourceFile;
  readonly frame: Frame | null;
}

interface Frame {
  readonly function: FunctionNode;
  readonly values: readonly (() => Value)[];
  readonly outer: Frame | null;
}

const unknown: Value = { kind: "unknown" };
const depthMax = 60;

/** Which way a statement is composed where there are several: one run composes one variant. */
export interface Choices {
  /** The same key gives the same answer all through a run. */
  pick(key: string, count: number): number;
}

/** Puts together what stands in `sql` templates, as a run would, along one way through its choices. */
export class Composer {
  readonly #sources: SourceFiles;
  readonly #choices: Choices;
  /** Every template that went into what was composed. */
  readonly used: Set<Node>;
  readonly #lookedFor = new Set<string>();
  #depth = 0;

  constructor(sources: SourceFiles, choices: Choices, used: Set<Node>) {
    this.#sources = sources;
    this.#choices = choices;
    this.used = used;
  }

  compose(file: SourceFile, node: Node): Value {
    return this.#evaluate(node, { file, frame: null });
  }

  #evaluate(node: Node, place: Place): Value {
    if (this.#depth > depthMax) return unknown;
    this.#depth += 1;
    try {
      return this.#evaluateNode(node, place);
    } finally {
      this.#depth -= 1;
    }
  }

  #evaluateNode(node: Node, place: Place): Value {
    if (isFunction(node)) return { kind: "function", node, place };
    switch (node.type) {
      case "TaggedTemplateExpression":
        return isSqlTemplate(node) ? this.#template(node, place) : unknown;
      case "TemplateLiteral":
        return this.#text(node, place);
      case "Literal":
        return typeof node.value === "string" || typeof node.value === "number"
          ? { kind: "text", text: String(node.value) }
          : unknown;
      case "Identifier":
        return this.#named(node, node.name, place);
      case "ConditionalExpression": {
        const isSo = this.#lengthTest(node.test, place);
        if (isSo !== null) return this.#evaluate(isSo ? node.consequent : node.alternate, place);
        return this.#either(sourceOf(node.test, place), [node.consequent, node.alternate], place);
      }
      case "LogicalExpression":
        return this.#either(sourceOf(node, place), [node.left, node.right], place);
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
      case "ParenthesizedExpression":
        return this.#evaluate(node.expression, place);
      case "ArrayExpression":
        return { kind: "list", items: node.elements.flatMap((item) => this.#items(item, place)) };
      case "ObjectExpression":
        return { kind: "record", node, place };
      case "MemberExpression":
        return this.#member(node, place);
      case "CallExpression":
        return this.#call(node, place);
      default:
        return unknown;
    }
  }

  #template(node: ESTree.TaggedTemplateExpression, place: Place): Value {
    this.used.add(node);
    const { quasis, expressions } = node.quasi;
    const pieces = quasis.flatMap((quasi, index) => {
      const expression = expressions[index];
      const text = quasi.value.cooked ?? quasi.value.raw;
      return expression === undefined
        ? [text]
        : [text, ...piecesOf(this.#evaluate(expression, place))];
    });
    return { kind: "fragment", pieces };
  }

  #text(node: ESTree.TemplateLiteral, place: Place): Value {
    let text = "";
    for (const [index, quasi] of node.quasis.entries()) {
      text += quasi.value.cooked ?? quasi.value.raw;
      const expression = node.expressions[index];
      if (expression === undefined) break;
      const value = this.#evaluate(expression, place);
      if (value.kind !== "text") return unknown;
      text += value.text;
    }
    return { kind: "text", text };
  }

  /** Values that are no SQL are parameters, whichever of them it is: then there is nothing to choose. */
  #either(key: string, nodes: readonly Node[], place: Place): Value {
    const values = nodes.map((node) => this.#evaluate(node, place));
    const isPlain = values.every(({ kind }) => kind === "unknown" || kind === "text");
    return isPlain ? unknown : this.#oneOf(key, values);
  }

  #oneOf(key: string, values: readonly Value[]): Value {
    if (values.length <= 1) return values[0] ?? unknown;
    return values[this.#choices.pick(key, values.length)] ?? unknown;
  }

  #items(item: ESTree.ArrayExpressionElement, place: Place): readonly Value[] {
    if (item === null) return [];
    if (item.type !== "SpreadElement") return [this.#evaluate(item, place)];
    const spread = this.#evaluate(item.argument, place);
    return spread.kind === "list" ? spread.items : [spread];
  }

  #named(node: Node, name: string, place: Place): Value {
    const binding = this.#sources.bindingOf(place.file, node, name);
    switch (binding?.kind) {
      case "constant":
        return this.#evaluate(binding.value, { ...place, file: binding.file });
      case "property":
        return this.#property(
          this.#evaluate(binding.of, { ...place, file: binding.file }),
          binding.name,
        );
      case "function":
        return {
          kind: "function",
          node: binding.function,
          place: { ...place, file: binding.file },
        };
      case "item": {
        const list = this.#evaluate(binding.of, place);
        if (list.kind !== "list") return unknown;
        const one = this.#oneOf(`item ${binding.of.start} ${place.file.path}`, list.items);
        return binding.property === null ? one : this.#property(one, binding.property);
      }
      case "parameter":
        return this.#parameter(binding, place);
      default:
        return unknown;
    }
  }

  /** `list.length === 0` of a list that is known; null of any other test. */
  #lengthTest(test: Node, place: Place): boolean | null {
    if (test.type !== "BinaryExpression" || test.operator !== "===") return null;
    const { left, right } = test;
    if (left.type !== "MemberExpression" || left.property.type !== "Identifier") return null;
    if (left.property.name !== "length" || right.type !== "Literal") return null;
    const list = this.#evaluate(left.object, place);
    return list.kind === "list" ? list.items.length === right.value : null;
  }

  #parameter(binding: Extract<Binding, { kind: "parameter" }>, place: Place): Value {
    const value = this.#argument(binding, place);
    return binding.property === null ? value : this.#property(value, binding.property);
  }

  #argument(
    { function: called, index, usual, type, file }: Extract<Binding, { kind: "parameter" }>,
    place: Place,
  ): Value {
    for (let frame = place.frame; frame !== null; frame = frame.outer) {
      if (frame.function !== called) continue;
      const given = frame.values[index];
      if (given !== undefined) return given();
      return usual === null ? unknown : this.#evaluate(usual, { ...place, file });
    }
    // SQL that a function is given: whatever its callers give.
    if (!/RawBuilder|typeof/.test(type)) return unknown;
    const calls = this.#sources.callsOf(file, called);
    const key = `call of ${file.path} ${called.start}`;
    const call = calls.length <= 1 ? calls[0] : calls[this.#choices.pick(key, calls.length)];
    const given = call?.call.arguments[index];
    if (given === undefined && usual !== null) return this.#evaluate(usual, { file, frame: null });
    if (call === undefined || given === undefined || given.type === "SpreadElement") return unknown;
    return this.#evaluate(given, { file: call.file, frame: null });
  }

  #member(node: ESTree.MemberExpression, place: Place): Value {
    const object = this.#evaluate(node.object, place);
    if (!node.computed) {
      return node.property.type === "Identifier"
        ? this.#property(object, node.property.name)
        : unknown;
    }
    const key = sourceOf(node.property, place);
    if (object.kind === "list") return this.#oneOf(key, object.items);
    if (object.kind !== "record") return unknown;
    const name = this.#evaluate(node.property, place);
    if (name.kind === "text") return this.#property(object, name.text);
    const values = object.node.properties
      .filter((property) => property.type === "Property")
      .map(({ value }) => this.#evaluate(value, object.place));
    return values.every(({ kind }) => kind === "unknown") ? unknown : this.#oneOf(key, values);
  }

  #property(object: Value, name: string): Value {
    if (object.kind !== "record") return this.#carried(name);
    for (const property of object.node.properties) {
      if (property.type === "SpreadElement") {
        const spread = this.#evaluate(property.argument, object.place);
        const found = spread.kind === "record" ? this.#property(spread, name) : unknown;
        if (found.kind !== "unknown") return found;
        continue;
      }
      const { key } = property;
      const found =
        key.type === "Identifier" ? key.name : key.type === "Literal" ? key.value : null;
      if (found === name) return this.#evaluate(property.value, object.place);
    }
    return unknown;
  }

  /** SQL that comes in an object from elsewhere: whatever is written for a property of that name. */
  #carried(name: string): Value {
    const written = this.#sources.writtenFor(name);
    if (written.length === 0 || this.#lookedFor.has(name)) return unknown;
    this.#lookedFor.add(name);
    const values = written
      .map(({ file, value }) => this.#evaluate(value, { file, frame: null }))
      .filter(({ kind }) => kind === "fragment");
    this.#lookedFor.delete(name);
    return this.#oneOf(`written for ${name}`, values);
  }

  #call(node: ESTree.CallExpression, place: Place): Value {
    const { callee } = node;
    if (callee.type === "MemberExpression" && callee.property.type === "Identifier") {
      const method = callee.property.name;
      if (callee.object.type === "Identifier" && callee.object.name === "sql") {
        return this.#helper(method, node, place);
      }
      const ofList = this.#ofList(method, callee.object, node, place);
      if (ofList !== undefined) return ofList;
    }
    const called = this.#evaluate(callee, place);
    const target =
      called.kind === "function" ? called : this.#sources.functionAt(place.file, callee);
    if (target === undefined) return unknown;
    const values = node.arguments.map(
      (argument) => () =>
        argument.type === "SpreadElement" ? unknown : this.#evaluate(argument, place),
    );
    return "node" in target
      ? this.#result(target.node, target.place, values)
      : this.#result(target.function, { file: target.file, frame: place.frame }, values);
  }

  /** What kysely's `sql` offers beside templates. */
  #helper(method: string, { arguments: given }: ESTree.CallExpression, place: Place): Value {
    const [first, second] = given.map((argument) =>
      argument.type === "SpreadElement" ? unknown : this.#evaluate(argument, place),
    );
    if (method === "join") {
      const separator = second === undefined ? [", "] : piecesOf(second);
      const items = first?.kind === "list" ? first.items : [unknown];
      const pieces = items.flatMap((item, index) =>
        index === 0 ? piecesOf(item) : [...separator, ...piecesOf(item)],
      );
      return { kind: "fragment", pieces };
    }
    if (method === "raw" || method === "table" || method === "ref" || method === "id") {
      const isName = method !== "raw";
      if (first?.kind !== "text") return { kind: "fragment", pieces: [`<${method} of no text>`] };
      return { kind: "fragment", pieces: [isName ? `"${first.text}"` : first.text] };
    }
    return unknown;
  }

  #ofList(
    method: string,
    object: Node,
    { arguments: [given] }: ESTree.CallExpression,
    place: Place,
  ): Value | undefined {
    if (method === "keys" && object.type === "Identifier" && object.name === "Object" && given) {
      const record = this.#evaluate(given, place);
      return record.kind === "record" ? { kind: "list", items: namesIn(record.node) } : unknown;
    }
    if (method === "filter" || method === "toSorted") return this.#evaluate(object, place);
    if (method === "join") {
      const list = this.#evaluate(object, place);
      const separator = given === undefined ? undefined : this.#evaluate(given, place);
      if (list.kind !== "list" || separator?.kind !== "text") return unknown;
      const texts = list.items.map((item) => (item.kind === "text" ? item.text : null));
      return texts.includes(null) ? unknown : { kind: "text", text: texts.join(separator.text) };
    }
    if ((method !== "map" && method !== "flatMap") || given === undefined || !isFunction(given)) {
      return undefined;
    }
    const list = this.#evaluate(object, place);
    // Of a list of values there are two, so that what stands between them is seen too.
    const items = list.kind === "list" ? list.items : [unknown, unknown];
    const results = items.map((item) => this.#result(given, place, [() => item]));
    if (results.every(({ kind }) => kind === "unknown")) return unknown;
    return {
      kind: "list",
      items: results.flatMap((one) =>
        method === "flatMap" && one.kind === "list" ? one.items : [one],
      ),
    };
  }

  #result(called: FunctionNode, place: Place, values: Frame["values"]): Value {
    const frame = { function: called, values, outer: place.frame };
    const inside = { file: place.file, frame };
    const { body } = called;
    if (body === null) return unknown;
    if (body.type !== "BlockStatement") return this.#evaluate(body, inside);
    const results = place.file.nodes
      .filter((node) => node.type === "ReturnStatement")
      .filter((node) => enclosingFunction(place.file, node) === called)
      .map(({ argument }) => (argument === null ? unknown : this.#evaluate(argument, inside)));
    return results.every(({ kind }) => kind === "unknown")
      ? unknown
      : this.#oneOf(`return of ${place.file.path} ${called.start}`, results);
  }
}

function namesIn({ properties }: ESTree.ObjectExpression): Value[] {
  return properties.flatMap((property): Value[] =>
    property.type === "Property" && property.key.type === "Identifier"
      ? [{ kind: "text", text: property.key.name }]
      : [],
  );
}

export function isSqlTemplate(node: Node): node is ESTree.TaggedTemplateExpression {
  return (
    node.type === "TaggedTemplateExpression" &&
    node.tag.type === "Identifier" &&
    node.tag.name === "sql"
  );
}

function enclosingFunction(file: SourceFile, node: Node): FunctionNode | null {
  for (let one = file.parents.get(node); one; one = file.parents.get(one)) {
    if (isFunction(one)) return one;
  }
  return null;
}

/** In a template: SQL stands there as it is, anything else as a parameter. */
function piecesOf(value: Value): Pieces {
  return value.kind === "fragment" ? value.pieces : [null];
}

/** The same test in the same file goes the same way. */
function sourceOf(node: Node, { file }: Place): string {
  return `${file.path} ${file.text.slice(node.start, node.end)}`;
}
