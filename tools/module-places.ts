import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { parseSync, Visitor } from "rolldown/utils";

/**
 * The code of a module with the places that it asks for, as its files lie beside its source, wherever its bundle lies. What
 * the module declares by itself is its own, and a text that only mentions a place stays as it is.
 *
 * @param path where the source lies.
 */
export function withPlaces(code: string, path: string): string {
  if (!/\bimport\.meta\b|\b__(?:dirname|filename)\b/.test(code)) return code;
  const { program, errors } = parseSync(path, code);
  // The bundler says what is wrong with it.
  if (errors.length > 0) return code;
  const places: Readonly<Record<string, string>> = {
    dirname: dirname(path),
    filename: path,
    url: pathToFileURL(path).href,
  };
  const parts: { start: number; end: number; text: string }[] = [];
  const own = new Set<string>();
  new Visitor({
    MemberExpression({ object, property, computed, start, end }) {
      if (object.type !== "MetaProperty" || computed || property.type !== "Identifier") return;
      const place = places[property.name];
      if (place !== undefined) parts.push({ start, end, text: JSON.stringify(place) });
    },
  }).visit(program);
  for (const statement of program.body) {
    const declaration = "declaration" in statement ? statement.declaration : statement;
    if (declaration?.type === "VariableDeclaration") {
      for (const { id } of declaration.declarations) if (id.type === "Identifier") own.add(id.name);
    } else if (statement.type === "ImportDeclaration") {
      for (const { local } of statement.specifiers) own.add(local.name);
    }
  }
  const variables = ["dirname", "filename"]
    .filter((name) => code.includes(`__${name}`) && !own.has(`__${name}`))
    .map((name) => `var __${name}=${JSON.stringify(places[name])};`);
  const directives = program.body.filter((one) => "directive" in one && one.directive !== null);
  // Before a directive they would make it a text that means nothing.
  const start = directives.at(-1)?.end ?? 0;
  if (variables.length > 0)
    parts.unshift({ start, end: start, text: (start > 0 ? ";" : "") + variables.join("") });
  let written = "";
  let from = 0;
  for (const part of parts.toSorted((one, other) => one.start - other.start)) {
    written += code.slice(from, part.start) + part.text;
    from = part.end;
  }
  return written + code.slice(from);
}
