/** Deeper than any call's fields; whoever walks what was read does so by calling itself. */
export const jsonDepthMax = 32;

/**
 * Reads a JSON body. Answers null, which no schema accepts, where it is broken or too deep, or where an
 * object names a field twice: the language keeps the last one, and whoever looked at it before us may
 * have kept the first.
 */
export function parseJson(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    return isTooDeepOrRepeats(body) ? null : value;
  } catch {
    return null;
  }
}

// Without an alternative for each character, which runs out of stack in a text of some megabytes.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g;

/** Of well-formed JSON. A text is a field's name exactly if a colon comes next. */
function isTooDeepOrRepeats(body: string): boolean {
  // The names so far of each object that is open; made at its first name, so that depth costs little.
  const open: (Set<string> | null)[] = [];
  let text = "";
  for (const [token] of body.matchAll(tokens)) {
    if (token === "{" || token === "[") {
      if (open.push(null) > jsonDepthMax) return true;
    } else if (token === "}" || token === "]") open.pop();
    else if (token !== ":") text = token;
    else {
      const name = JSON.parse(text) as string;
      const names = open.pop() ?? new Set();
      if (names.has(name)) return true;
      open.push(names.add(name));
    }
  }
  return false;
}
