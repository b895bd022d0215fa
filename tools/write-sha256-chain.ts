import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectFolder } from "./project.ts";
import { isMainModule } from "../apps/server/src/platform/is-main-module.ts";

const chainPath = "packages/draw/src/sha256-chain.generated.ts";

const registers = ["a", "b", "c", "d", "e", "f", "g", "h"] as const;
const rounds = 64;
const words = 16;

/**
 * The source of `sha256Chain`: SHA-256 (FIPS 180-4) of exactly 32 bytes, again and again, with its 64 rounds
 * written out one after the other and every constant in its place. That is more than twice as fast as the best
 * library that is called once a hash, and a draw's delay is nothing but such hashes.
 *
 * `node tools/write-sha256-chain.ts` writes it; a test holds the file against this and its hashes against Node's.
 */
export function sha256ChainSource(): string {
  const primes = firstPrimes(rounds);
  const constants = primes.map((prime) => fractionOfRoot(prime, 3n));
  const initial = primes.slice(0, registers.length).map((prime) => fractionOfRoot(prime, 2n));
  const each = (line: (name: string, index: number) => string) => registers.map(line).join("\n");
  return `// Written by \`node tools/write-sha256-chain.ts\`: not by hand.

/** Replaces the eight words of \`state\`, a SHA-256 value, by the SHA-256 of their 32 bytes, \`count\` times. */
export function sha256Chain(state: Int32Array, count: number): void {
${each((_, index) => `  let w${index} = state[${index}]!;`)}
  for (let hashed = 0; hashed < count; hashed += 1) {
    let w8 = ${0x80000000 | 0}, w9 = 0, w10 = 0, w11 = 0, w12 = 0, w13 = 0, w14 = 0, w15 = 256;
${each((name, index) => `    let ${name} = ${initial[index]};`)}
    let t = 0;
${constants.map((constant, round) => roundLines(round, constant)).join("\n")}
${each((name, index) => `    w${index} = (${name} + ${initial[index]}) | 0;`)}
  }
${each((_, index) => `  state[${index}] = w${index};`)}
}
`;
}

function roundLines(round: number, constant: number): string {
  // The registers do not move: their names do.
  const [a, b, c, d, e, f, g, h] = registers.map(
    (_, index) => registers[(index - round + rounds) % registers.length],
  );
  const word = (index: number) => `w${(index + words) % words}`;
  const late = word(round - 2);
  const early = word(round - 15);
  const schedule = [
    `    ${word(round)} = (${word(round)} + ${word(round - 7)}`,
    ` + (${turned(early, 7)} ^ ${turned(early, 18)} ^ ${early} >>> 3)`,
    ` + (${turned(late, 17)} ^ ${turned(late, 19)} ^ ${late} >>> 10)) | 0;\n`,
  ];
  return [
    ...(round < words ? [] : schedule),
    `    t = (${h} + (${turned(`${e}`, 6)} ^ ${turned(`${e}`, 11)} ^ ${turned(`${e}`, 25)})`,
    ` + (${g} ^ (${e} & (${f} ^ ${g}))) + ${constant} + ${word(round)}) | 0;\n`,
    `    ${d} = (${d} + t) | 0;\n`,
    `    ${h} = (t + (${turned(`${a}`, 2)} ^ ${turned(`${a}`, 13)} ^ ${turned(`${a}`, 22)})`,
    ` + ((${a} & ${b}) | (${c} & (${a} | ${b})))) | 0;`,
  ].join("");
}

const turned = (name: string, bits: number) => `(${name} >>> ${bits} | ${name} << ${32 - bits})`;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}

/** The first 32 bits behind the point of a square or cubic root, as a signed number. */
function fractionOfRoot(prime: number, degree: bigint): number {
  const scaled = BigInt(prime) << (32n * degree);
  let root = 0n;
  for (let bit = 1n << 40n; bit > 0n; bit >>= 1n) {
    if ((root + bit) ** degree <= scaled) root += bit;
  }
  return Number(BigInt.asIntN(32, root));
}

if (isMainModule(import.meta.url)) {
  writeFileSync(join(projectFolder, chainPath), sha256ChainSource());
}
