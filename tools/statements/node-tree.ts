/**
 * PostgreSQL's own tree of an analysed statement, as the catalogue keeps it for functions whose body is
 * SQL: `{VAR :varno 1 …}` is a node, `(…)` a list, `<>` nothing.
 */
export type Tree = TreeNode | readonly Tree[] | string | null;

export interface TreeNode {
  readonly type: string;
  readonly fields: Readonly<Record<string, Tree>>;
}

const tokenPattern = /[(){}[\]]|"(?:\\.|[^"\\])*"|(?:\\.|[^\s(){}[\]\\])+/gs;

export function parseTree(text: string): Tree {
  const tokens = text.match(tokenPattern) ?? [];
  let at = 0;

  function value(): Tree {
    const token = tokens[at] ?? "<>";
    at += 1;
    if (token === "{") return node();
    if (token === "(" || token === "[") return list(token === "(" ? ")" : "]");
    return token === "<>" ? null : token.replaceAll(/\\(.)/gs, "$1");
  }

  function list(end: string): Tree[] {
    const items: Tree[] = [];
    while (at < tokens.length && tokens[at] !== end) items.push(value());
    at += 1;
    return items;
  }

  function node(): TreeNode {
    const type = tokens[at] ?? "";
    at += 1;
    const fields: Record<string, Tree> = {};
    while (at < tokens.length && tokens[at] !== "}") {
      const name = (tokens[at] ?? "").slice(1);
      at += 1;
      fields[name] = value();
      // The bytes of a constant stand behind their number.
      while (at < tokens.length && tokens[at] !== "}" && !tokens[at]?.startsWith(":")) value();
    }
    at += 1;
    return { type, fields };
  }

  return value();
}

export function isNode(tree: Tree | undefined, type?: string): tree is TreeNode {
  return (
    tree !== null &&
    tree !== undefined &&
    typeof tree === "object" &&
    "type" in tree &&
    (type === undefined || tree.type === type)
  );
}

export function nodesIn(tree: Tree | undefined): readonly TreeNode[] {
  return Array.isArray(tree) ? tree.filter((one) => isNode(one)) : [];
}

export function numberIn(node: TreeNode, field: string): number {
  return Number(node.fields[field]);
}

export function isSet(node: TreeNode, field: string): boolean {
  return node.fields[field] === "true";
}

/** The first query in a function's body. */
export function queryIn(tree: Tree): TreeNode | null {
  if (isNode(tree)) return tree.type === "QUERY" ? tree : null;
  if (!Array.isArray(tree)) return null;
  for (const one of tree) {
    const found = queryIn(one);
    if (found !== null) return found;
  }
  return null;
}
