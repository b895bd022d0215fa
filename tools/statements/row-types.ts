import { dirname, join, relative } from "node:path";
import type { ESTree } from "vite";
import { columnNotes } from "./column-notes.ts";
import { columnTypes, driverTypes, typeModules } from "./column-types.ts";
import type { DescribedColumn } from "./describe.ts";
import type { Node, SourceFile, SourceFiles } from "./source-files.ts";

/** Ends the name of every file that is written here. */
export const generatedEnding = ".sql-types.ts";

/** The first line of each of them. */
const generatedHead =
  "// Written by `npm run types` from the migrations and the statements: not by hand.\n";

/** A row type's name, in the file that it is written to. */
interface RowTypeName {
  readonly path: string;
  readonly name: string;
}

export interface TypedStatement {
  readonly row: RowTypeName;
  /** `file:line`, for problems. */
  readonly where: string;
  /** What each of its variants answers. */
  readonly answers: readonly (readonly DescribedColumn[])[];
}

/**
 * The generated type that stands behind what is written in `sql<…>`: imported from a generated file, at
 * once or by another name, and perhaps narrowed. Null of one that is written by hand.
 */
export function generatedTypeOf(
  sources: SourceFiles,
  file: SourceFile,
  type: Node,
): RowTypeName | null {
  if (type.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return null;
  const { name } = type.typeName;
  const inner = type.typeArguments?.params[0];
  if (name === "Narrowed" && inner !== undefined) return generatedTypeOf(sources, file, inner);
  return namedType(sources, file, name);
}

function namedType(sources: SourceFiles, file: SourceFile, name: string): RowTypeName | null {
  for (const statement of file.program.body) {
    const declared =
      statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declared?.type === "TSTypeAliasDeclaration" && declared.id.name === name) {
      return generatedTypeOf(sources, file, declared.typeAnnotation);
    }
    const source = importedFrom(statement, name);
    if (source === null || !source.path.startsWith(".")) continue;
    const path = join(dirname(file.path), source.path);
    if (path.endsWith(generatedEnding)) return { path, name: source.name };
    const other = sources.at(path);
    return other === undefined ? null : namedType(sources, other, source.name);
  }
  return null;
}

/** What a name is called where it comes from, by an import or by being passed on. */
function importedFrom(
  statement: ESTree.Program["body"][number],
  name: string,
): { path: string; name: string } | null {
  if (statement.type === "ImportDeclaration") {
    for (const one of statement.specifiers) {
      if (one.type !== "ImportSpecifier" || one.local.name !== name) continue;
      const imported = one.imported.type === "Identifier" ? one.imported.name : name;
      return { path: statement.source.value, name: imported };
    }
  }
  if (statement.type === "ExportNamedDeclaration" && statement.source !== null) {
    for (const { exported, local } of statement.specifiers) {
      if (exported.type !== "Identifier" || exported.name !== name) continue;
      const there = local.type === "Identifier" ? local.name : name;
      return { path: statement.source.value, name: there };
    }
  }
  return null;
}

/** The generated files, by path, and what cannot be written. */
export function writeRowTypes(
  statements: readonly TypedStatement[],
  listed: ReadonlyMap<string, readonly string[]>,
): { files: Map<string, string>; problems: string[] } {
  const problems: string[] = [];
  const byPath = new Map<string, Map<string, TypedStatement[]>>();
  for (const statement of statements) {
    const { path, name } = statement.row;
    const types = byPath.get(path) ?? new Map<string, TypedStatement[]>();
    byPath.set(path, types.set(name, [...(types.get(name) ?? []), statement]));
  }
  const files = new Map<string, string>();
  for (const [path, types] of byPath) {
    const imports = new Imports(path);
    const texts = [...types]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, of]) => {
        const fields = merge(name, of, problems);
        const lines = fields.map((field) => {
          const type = fieldType(field, listed, imports);
          if (type === null) problems.push(`${of[0]?.where}: what is ${field.type} in JavaScript?`);
          return `${noteLine(field)}${fieldLine(field.name, type ?? "unknown")}`;
        });
        return lines.length === 0
          ? `export type ${name} = Record<string, never>;\n`
          : `export type ${name} = {\n${lines.join("")}};\n`;
      });
    files.set(path, `${generatedHead}${imports.text()}\n${texts.join("\n")}`);
  }
  return { files, problems };
}

/** One type for all statements that name it: what can be null in one of them can be null. */
function merge(
  name: string,
  statements: readonly TypedStatement[],
  problems: string[],
): DescribedColumn[] {
  const [first, ...others] = statements.flatMap(({ answers, where }) =>
    answers.map((columns) => ({ columns, where })),
  );
  const merged = new Map(first?.columns.map((column) => [column.name, column]));
  for (const { columns, where } of others) {
    const isSame =
      columns.length === merged.size &&
      columns.every((column) => merged.get(column.name)?.type === column.type);
    if (!isSame) {
      problems.push(
        `${where}: answers other columns than ${first?.where}, and both say ${name}: name them apart`,
      );
      continue;
    }
    for (const column of columns) {
      const before = merged.get(column.name) ?? column;
      merged.set(column.name, {
        ...before,
        canBeNull: before.canBeNull || column.canBeNull,
        origins:
          before.origins.length === 0 || column.origins.length === 0
            ? []
            : [...new Set([...before.origins, ...column.origins])],
      });
    }
  }
  return [...merged.values()];
}

function fieldType(
  column: DescribedColumn,
  listed: ReadonlyMap<string, readonly string[]>,
  imports: Imports,
): string | null {
  const plain = driverTypes[column.type];
  if (plain === undefined) return null;
  const known = column.origins.map((origin) => {
    const [table = "", name = ""] = origin.split(".");
    const values = column.type === "text" ? listed.get(origin) : undefined;
    return columnTypes[table]?.[name] ?? values?.map((value) => `"${value}"`).join(" | ") ?? plain;
  });
  const [type = plain, ...others] = new Set(known);
  const own = others.length === 0 ? type : plain;
  imports.add(own);
  return column.canBeNull && own !== "unknown" ? `${own} | null` : own;
}

function noteLine({ origins }: DescribedColumn): string {
  const [table = "", name = ""] = origins.length === 1 ? (origins[0] ?? "").split(".") : [];
  const note = columnNotes[table]?.[name];
  return note === undefined ? "" : `  /** ${note} */\n`;
}

function fieldLine(name: string, type: string): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `"${name}"`;
  const line = `  ${key}: ${type};\n`;
  if (line.length <= 101) return line;
  return `  ${key}:\n${type
    .split(" | ")
    .map((one) => `    | ${one}`)
    .join("\n")};\n`;
}

/** The imports that a file's types need. */
class Imports {
  readonly #path: string;
  readonly #names = new Map<string, Set<string>>();

  constructor(path: string) {
    this.#path = path;
  }

  add(type: string): void {
    for (const [name] of type.replaceAll(/"[^"]*"/g, "").matchAll(/\b[A-Z]\w*/g)) {
      const module = typeModules[name];
      if (module === undefined) continue;
      this.#names.set(module, (this.#names.get(module) ?? new Set()).add(name));
    }
  }

  text(): string {
    return [...this.#names]
      .map(([module, names]) => ({ from: this.#from(module), names: [...names].toSorted() }))
      .toSorted((one, other) => (one.from < other.from ? -1 : 1))
      .map(({ from, names }) => {
        const line = `import type { ${names.join(", ")} } from "${from}";\n`;
        return line.length <= 101
          ? line
          : `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "${from}";\n`;
      })
      .join("");
  }

  #from(module: string): string {
    if (!module.startsWith("apps/")) return module;
    const path = relative(dirname(this.#path), module);
    return path.startsWith(".") ? path : `./${path}`;
  }
}
