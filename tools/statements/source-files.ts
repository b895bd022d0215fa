import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseAst, type ESTree } from "vite";

export type Node = ESTree.Node;
export type FunctionNode = ESTree.Function | ESTree.ArrowFunctionExpression;

/** One parsed source file. */
export interface SourceFile {
  /** From the folder that was read. */
  readonly path: string;
  readonly text: string;
  readonly program: ESTree.Program;
  readonly parents: ReadonlyMap<Node, Node>;
  /** Every node, in the order of the text. */
  readonly nodes: readonly Node[];
}

/** What a name stands for at some place. */
export type Binding =
  | { readonly kind: "constant"; readonly value: Node; readonly file: SourceFile }
  /** One property of what the initialiser is: `const { a } = b`. */
  | {
      readonly kind: "property";
      readonly of: Node;
      readonly name: string;
      readonly file: SourceFile;
    }
  | { readonly kind: "function"; readonly function: FunctionNode; readonly file: SourceFile }
  | {
      readonly kind: "parameter";
      readonly function: FunctionNode;
      readonly index: number;
      /** Of a parameter that is taken apart in the signature. */
      readonly property: string | null;
      /** What it is where the call says nothing. */
      readonly usual: Node | null;
      /** As it is declared. */
      readonly type: string;
      readonly file: SourceFile;
    }
  /** `for (const one of list)`. */
  | { readonly kind: "item"; readonly of: Node; readonly property: string | null };

interface Call {
  readonly file: SourceFile;
  readonly call: ESTree.CallExpression;
}

export class SourceFiles {
  readonly files: readonly SourceFile[];
  readonly #byPath: Map<string, SourceFile>;
  #carried: ReadonlyMap<string, { file: SourceFile; value: Node }[]> | null = null;
  #calls: ReadonlyMap<string, readonly Call[]> | null = null;

  constructor(folder: string, paths: readonly string[]) {
    this.files = paths.map((path) => readSource(folder, path));
    this.#byPath = new Map(this.files.map((file) => [file.path, file]));
  }

  at(path: string): SourceFile | undefined {
    return this.#byPath.get(path);
  }

  /** Undefined of a name that comes from a package, or that holds what only a run can say. */
  bindingOf(file: SourceFile, place: Node, name: string): Binding | undefined {
    for (let node = file.parents.get(place); node; node = file.parents.get(node)) {
      const found = isFunction(node)
        ? parameterNamed(file, node, name)
        : node.type === "BlockStatement" || node.type === "Program"
          ? this.#declared(file, node.body, name)
          : node.type === "ForOfStatement"
            ? itemNamed(node, name)
            : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Calls of a function of its own name, in every file that can name it. */
  callsOf(file: SourceFile, called: FunctionNode): readonly Call[] {
    const name = functionName(file, called);
    if (name === null) return [];
    this.#calls ??= callsByName(this.files);
    const all = this.#calls.get(name) ?? [];
    return all.filter((one) => this.functionAt(one.file, one.call.callee)?.function === called);
  }

  /**
   * Whatever is written for a property of this name, where objects carry SQL from one feature to another:
   * the property is a RawBuilder in some type.
   */
  writtenFor(name: string): readonly { file: SourceFile; value: Node }[] {
    this.#carried ??= carriedSql(this.files);
    return this.#carried.get(name) ?? [];
  }

  /** The function of ours that an expression names. */
  functionAt(
    file: SourceFile,
    callee: Node,
  ): { function: FunctionNode; file: SourceFile } | undefined {
    if (isFunction(callee)) return { function: callee, file };
    const binding =
      callee.type === "Identifier"
        ? this.bindingOf(file, callee, callee.name)
        : callee.type === "MemberExpression" &&
            callee.object.type === "Identifier" &&
            callee.property.type === "Identifier"
          ? this.#exportOfNamespace(file, callee.object.name, callee.property.name)
          : undefined;
    if (binding?.kind === "function") return binding;
    if (binding?.kind !== "constant") return undefined;
    return isFunction(binding.value) ? { function: binding.value, file: binding.file } : undefined;
  }

  #declared(
    file: SourceFile,
    body: readonly (ESTree.Directive | ESTree.Statement | ESTree.ModuleDeclaration)[],
    name: string,
  ): Binding | undefined {
    for (const statement of body) {
      const declaration =
        statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
      if (declaration?.type === "FunctionDeclaration" && declaration.id?.name === name) {
        return { kind: "function", function: declaration, file };
      }
      if (declaration?.type === "VariableDeclaration") {
        const found = declaredBy(file, declaration, name);
        if (found !== undefined) return found;
      }
      if (statement.type === "ImportDeclaration") {
        const found = this.#imported(file, statement, name);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #imported(
    file: SourceFile,
    declaration: ESTree.ImportDeclaration,
    name: string,
  ): Binding | undefined {
    for (const specifier of declaration.specifiers) {
      if (specifier.type !== "ImportSpecifier" || specifier.local.name !== name) continue;
      const imported = specifier.imported;
      const exported = imported.type === "Identifier" ? imported.name : imported.value;
      return this.#exported(file, declaration.source.value, exported);
    }
    return undefined;
  }

  #exported(from: SourceFile, source: string, name: string): Binding | undefined {
    if (!source.startsWith(".")) return undefined;
    const file = this.#byPath.get(join(dirname(from.path), source));
    if (file === undefined) return undefined;
    const own = this.#declared(file, file.program.body, name);
    if (own !== undefined) return own;
    for (const statement of file.program.body) {
      if (statement.type !== "ExportNamedDeclaration" || statement.source === null) continue;
      const passedOn = statement.specifiers.find(
        ({ exported }) => exported.type === "Identifier" && exported.name === name,
      );
      if (passedOn?.local.type === "Identifier") {
        return this.#exported(file, statement.source.value, passedOn.local.name);
      }
    }
    return undefined;
  }

  #exportOfNamespace(file: SourceFile, namespace: string, name: string): Binding | undefined {
    for (const statement of file.program.body) {
      if (statement.type !== "ImportDeclaration") continue;
      const isIt = statement.specifiers.some(
        ({ type, local }) => type === "ImportNamespaceSpecifier" && local.name === namespace,
      );
      if (isIt) return this.#exported(file, statement.source.value, name);
    }
    return undefined;
  }
}

export function isFunction(node: Node): node is FunctionNode {
  return (
    node.type === "FunctionDeclaration" ||
    node.type === "FunctionExpression" ||
    node.type === "ArrowFunctionExpression"
  );
}

export function lineOf({ text }: SourceFile, node: Node): number {
  return text.slice(0, node.start).split("\n").length;
}

/** The name under which a function is declared, or the constant that it is given to. */
function functionName(file: SourceFile, node: FunctionNode): string | null {
  if (node.type === "FunctionDeclaration") return node.id?.name ?? null;
  const parent = file.parents.get(node);
  if (parent?.type !== "VariableDeclarator" || parent.id.type !== "Identifier") return null;
  return parent.id.name;
}

function readSource(folder: string, path: string): SourceFile {
  const text = readFileSync(join(folder, path), "utf8");
  const program = parseAst(text, { lang: "ts" }, path);
  const parents = new Map<Node, Node>();
  const nodes: Node[] = [];
  const visit = (node: Node) => {
    nodes.push(node);
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (!isNode(child)) continue;
        parents.set(child, node);
        visit(child);
      }
    }
  };
  visit(program);
  return { path, text, program, parents, nodes };
}

/** Each call by the last name in what it calls, in the order of the files and their texts. */
function callsByName(files: readonly SourceFile[]): Map<string, Call[]> {
  const found = new Map<string, Call[]>();
  for (const file of files) {
    for (const call of file.nodes) {
      if (call.type !== "CallExpression") continue;
      const { callee } = call;
      const named = callee.type === "MemberExpression" ? callee.property : callee;
      if (named.type !== "Identifier") continue;
      const calls = found.get(named.name) ?? [];
      calls.push({ file, call });
      found.set(named.name, calls);
    }
  }
  return found;
}

function carriedSql(
  files: readonly SourceFile[],
): Map<string, { file: SourceFile; value: Node }[]> {
  const found = new Map<string, { file: SourceFile; value: Node }[]>();
  for (const file of files) {
    for (const node of file.nodes) {
      if (node.type !== "TSPropertySignature" || node.key.type !== "Identifier") continue;
      const type = node.typeAnnotation;
      const isSql = type && /^:\s*RawBuilder\b/.test(file.text.slice(type.start, type.end));
      if (isSql) found.set(node.key.name, []);
    }
  }
  for (const file of files) {
    for (const node of file.nodes) {
      if (node.type !== "Property" || node.key.type !== "Identifier") continue;
      if (file.parents.get(node)?.type !== "ObjectExpression") continue;
      found.get(node.key.name)?.push({ file, value: node.value });
    }
  }
  return found;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}

function declaredBy(
  file: SourceFile,
  { declarations }: ESTree.VariableDeclaration,
  name: string,
): Binding | undefined {
  for (const { id, init } of declarations) {
    if (init === null) continue;
    if (id.type === "Identifier" && id.name === name)
      return { kind: "constant", value: init, file };
    if (id.type !== "ObjectPattern") continue;
    const property = propertyNamed(id, name);
    if (property !== null) return { kind: "property", of: init, name: property, file };
  }
  return undefined;
}

function parameterNamed(file: SourceFile, node: FunctionNode, name: string): Binding | undefined {
  for (const [index, parameter] of node.params.entries()) {
    const pattern =
      parameter.type === "AssignmentPattern"
        ? parameter.left
        : parameter.type === "TSParameterProperty"
          ? parameter.parameter
          : parameter;
    const annotation = "typeAnnotation" in pattern ? pattern.typeAnnotation : null;
    const type = annotation ? file.text.slice(annotation.start, annotation.end) : "";
    const usual = parameter.type === "AssignmentPattern" ? parameter.right : null;
    const found = { kind: "parameter", function: node, index, usual, type, file } as const;
    if (pattern.type === "Identifier" && pattern.name === name) return { ...found, property: null };
    if (pattern.type !== "ObjectPattern") continue;
    const property = propertyNamed(pattern, name);
    if (property !== null) return { ...found, property };
  }
  return undefined;
}

function itemNamed({ left, right }: ESTree.ForOfStatement, name: string): Binding | undefined {
  if (left.type !== "VariableDeclaration") return undefined;
  const id = left.declarations[0]?.id;
  if (id?.type === "Identifier" && id.name === name) {
    return { kind: "item", of: right, property: null };
  }
  if (id?.type !== "ObjectPattern") return undefined;
  const property = propertyNamed(id, name);
  return property === null ? undefined : { kind: "item", of: right, property };
}

/** The property that a pattern `{ property: name }` takes out. */
function propertyNamed(pattern: ESTree.ObjectPattern, name: string): string | null {
  for (const property of pattern.properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    const value =
      property.value.type === "AssignmentPattern" ? property.value.left : property.value;
    if (value.type === "Identifier" && value.name === name) return property.key.name;
  }
  return null;
}
