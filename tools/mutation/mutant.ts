/** One small fault: what stands between `start` and `end` of a file's text becomes `text`. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** What kind of fault, such as "comparison" or "condition left out". */
  readonly kind: string;
}

export function applyMutant(source: string, { start, end, text }: Mutant): string {
  return source.slice(0, start) + text + source.slice(end);
}

export function lineOf(source: string, position: number): number {
  return source.slice(0, position).split("\n").length;
}

/** The lines that a mutant changes, before and after, as a reader of a patch expects them. */
export function describeMutant(source: string, mutant: Mutant): string {
  const from = source.lastIndexOf("\n", mutant.start - 1) + 1;
  const newline = source.indexOf("\n", mutant.end);
  const to = newline === -1 ? source.length : newline;
  const after = applyMutant(source, mutant).slice(
    from,
    to + mutant.text.length - (mutant.end - mutant.start),
  );
  const marked = (sign: string, text: string) =>
    text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => `  ${sign} ${line}`);
  return [...marked("-", source.slice(from, to)), ...marked("+", after)].join("\n");
}

/** The same text always becomes the same numbers: a run with its seed can be had again. */
export function seededRandom(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const character of seed) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const moved = shuffled[last];
    const taken = shuffled[other];
    if (moved === undefined || taken === undefined) continue;
    shuffled[last] = taken;
    shuffled[other] = moved;
  }
  return shuffled;
}
