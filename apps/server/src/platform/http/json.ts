/**
 * Reads a JSON body. Answers null, which no schema accepts, where it is broken or where an object
 * names a field twice: the language keeps the last one, and whoever looked at it before us may have
 * kept the first.
 */
export function parseJson(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return repeatsField(body) ? null : value;
  } catch {
    return null;
  }
}

const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Of well-formed JSON. A text is a field's name exactly if a colon comes next. */
function repeatsField(body: string): boolean {
  const open: Set<string>[] = [];
  let text = "";
  for (const [token] of body.matchAll(tokens)) {
    if (token === "{" || token === "[") open.push(new Set());
    else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") text = token;
    else {
      const name = JSON.parse(text) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
