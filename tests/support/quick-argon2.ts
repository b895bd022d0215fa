import { createRequire } from "node:module";

type Argon2 = typeof import("@node-rs/argon2");
const argon2 = createRequire(import.meta.url)("@node-rs/argon2") as Argon2;

/** OWASP's least for argon2id, by its Password Storage Cheat Sheet. */
const leastCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const quickCost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** A test whose point is that a password takes a while turns this on meanwhile. */
export const passwordCost = { isFull: false };

export const verify = argon2.verify;

/**
 * Takes the place of the library in the server's tests, which make thousands of passwords: holds what the
 * server asks for against the least cost, and hashes at one that takes a hundredth of the time.
 */
export const hash: Argon2["hash"] = (password, options) => {
  const asked = { ...options };
  for (const name of ["memoryCost", "timeCost", "parallelism"] as const) {
    if ((asked[name] ?? 0) < leastCost[name]) throw new Error(`passwords cost too little: ${name}`);
  }
  return argon2.hash(password, passwordCost.isFull ? options : { ...options, ...quickCost });
};
