/**
 * Reads a form-encoded body. Answers null where it is not one: a field given twice, a broken
 * percent-encoding, or bytes that are not UTF-8. Nothing is coerced: every value stays text.
 */
export function parseForm(body: string): Record<string, string> | null {
  const fields: Record<string, string> = new Fields();
  if (body === "") return fields;
  // Most bodies have nothing to decode: one look at all of it is cheaper than one at every part.
  const read = plainBody.test(body) ? asItIs : decode;
  for (const pair of body.split("&")) {
    const equals = pair.indexOf("=");
    const name = read(equals === -1 ? pair : pair.slice(0, equals));
    const value = equals === -1 ? "" : read(pair.slice(equals + 1));
    if (name === null || value === null || name === "" || name in fields) return null;
    fields[name] = value;
  }
  return fields;
}

/** No name of a field means anything to it. Unlike an object without a prototype it is read like any other object. */
class Fields {
  [name: string]: string;
  static {
    Object.setPrototypeOf(this.prototype, null);
    delete (this.prototype as { constructor?: unknown }).constructor;
  }
}

const plainBody = /^[A-Za-z0-9._~*&=-]*$/;
const asItIs = (text: string): string | null => text;

const plain = /^[A-Za-z0-9._~*-]*$/;

function decode(text: string): string | null {
  if (plain.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
