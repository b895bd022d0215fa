/**
 * Reads a form-encoded body. Answers null where it is not one: a field given twice, a broken
 * percent-encoding, or bytes that are not UTF-8. Nothing is coerced: every value stays text.
 */
export function parseForm(body: string): Record<string, string> | null {
  const fields: Record<string, string> = Object.create(null);
  if (body === "") return fields;
  for (const pair of body.split("&")) {
    const equals = pair.indexOf("=");
    const name = decode(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : decode(pair.slice(equals + 1));
    if (name === null || value === null || name === "" || name in fields) return null;
    fields[name] = value;
  }
  return fields;
}

const plain = /^[A-Za-z0-9._~*-]*$/;

function decode(text: string): string | null {
  if (plain.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
