import { scryptAsync } from "@noble/hashes/scrypt";
import { puzzleCost } from "@sanshi/contract/constants";

/** Works a puzzle out: the first number whose scrypt begins with as many zero bits as it asks for. */
export async function workOut(puzzle: string): Promise<string> {
  const [, bits = "0", salt = ""] = puzzle.split(".");
  const { n, r, p, bytes } = puzzleCost;
  for (let answer = 0; ; answer += 1) {
    // Between two steps the screen goes on answering.
    const key = await scryptAsync(`${puzzle}:${answer}`, salt, {
      N: n,
      r,
      p,
      dkLen: bytes,
      asyncTick: 20,
    });
    const [first = 0, second = 0] = key;
    if (Math.clz32((first << 8) | second) - 16 >= Number(bits)) return String(answer);
  }
}
