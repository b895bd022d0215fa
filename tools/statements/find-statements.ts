import type { ESTree } from "vite";
import { Composer, isSqlTemplate, type Choices, type Pieces } from "./compose.ts";
import { lineOf, type Node, type SourceFile, type SourceFiles } from "./source-files.ts";

/** One statement of the server's code. */
export interface Statement {
  readonly file: SourceFile;
  readonly line: number;
  readonly template: ESTree.TaggedTemplateExpression;
  /** What is written between `sql<` and `>`; null of a statement whose rows nobody reads. */
  readonly rowType: ESTree.TSType | null;
  /** With `$1`, `$2` …: one for each way in which it is composed. */
  readonly variants: readonly string[];
}

/** More ways than that are tried one by one: each once, beside the first of all others. */
const variantsMax = 64;
/** How a statement begins. */
export const statementPattern =
  /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|VALUES|MERGE|LOCK|TRUNCATE|SET\s+TRANSACTION)\b/i;

export function findStatements(sources: SourceFiles): {
  statements: readonly Statement[];
  /** Templates that are no statement, and went into none. */
  leftOver: readonly { file: SourceFile; line: number }[];
} {
  const used = new Set<Node>();
  const templates = sources.files.flatMap((file) =>
    file.nodes.filter(isSqlTemplate).map((template) => ({ file, template })),
  );
  const exempt = templates.filter(({ file, template }) => isExempt(file, template));
  for (const { template } of exempt) used.add(template);
  const statements = templates
    .filter(({ file, template }) => isStatement(template) && !isExempt(file, template))
    .map(({ file, template }) => ({
      file,
      line: lineOf(file, template),
      template,
      rowType: template.typeArguments?.params[0] ?? null,
      variants: variantsOf(sources, file, template, used),
    }));
  const leftOver = templates
    .filter(({ template }) => !used.has(template))
    .map(({ file, template }) => ({ file, line: lineOf(file, template) }));
  return { statements, leftOver };
}

/** `// Not prepared: why` on the line above: of what only a run can put together, or what no PREPARE takes. */
export function isExempt(file: SourceFile, node: Node): boolean {
  return /^\s*\/\/ Not prepared: \S/.test(lineAbove(file, node));
}

/** `// Typed by hand: why` on the line above: of rows that the database cannot name. */
export function isTypedByHand(file: SourceFile, node: Node): boolean {
  return /^\s*\/\/ Typed by hand: \S/.test(lineAbove(file, node));
}

function lineAbove(file: SourceFile, { start }: Node): string {
  return file.text.slice(0, start).split("\n").at(-2) ?? "";
}

/** By its first word; one that begins with a fragment says what its rows are. */
function isStatement({ quasi, typeArguments }: ESTree.TaggedTemplateExpression): boolean {
  return statementPattern.test(quasi.quasis[0]?.value.raw ?? "") || Boolean(typeArguments);
}

/** Every text that an expression can be; none where only a run can say it. */
export function variantsOf(
  sources: SourceFiles,
  file: SourceFile,
  template: Node,
  used: Set<Node>,
): string[] {
  const found = new Set<string>();
  const counts = new Map<string, number>();
  const compose = (chosen: ReadonlyMap<string, number>) => {
    const choices: Choices = {
      pick(key, count) {
        counts.set(key, count);
        return chosen.get(key) ?? 0;
      },
    };
    const value = new Composer(sources, choices, used).compose(file, template);
    if (value.kind === "fragment") found.add(numbered(value.pieces));
    if (value.kind === "text") found.add(value.text);
  };
  compose(new Map());
  // A way that was taken can show further ones.
  for (let seen = -1; seen < counts.size;) {
    seen = counts.size;
    for (const chosen of combinations([...counts])) compose(chosen);
  }
  return [...found];
}

function combinations(counts: readonly (readonly [string, number])[]): Map<string, number>[] {
  const total = counts.reduce((product, [, count]) => product * count, 1);
  if (total > variantsMax) {
    return counts.flatMap(([key, count]) =>
      Array.from({ length: count }, (_, index) => new Map([[key, index]])),
    );
  }
  return counts.reduce<Map<string, number>[]>(
    (all, [key, count]) =>
      all.flatMap((one) =>
        Array.from({ length: count }, (_, index) => new Map([...one, [key, index]])),
      ),
    [new Map()],
  );
}

function numbered(pieces: Pieces): string {
  let count = 0;
  return pieces.map((piece) => piece ?? `$${(count += 1)}`).join("");
}
