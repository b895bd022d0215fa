/** What an `accept-encoding` header takes; `q=0` is a refusal. */
export function takenEncodings(accepted: string | undefined): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const item of (accepted ?? "").split(",")) {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name);
  }
  return taken;
}
