import { registerHooks } from "node:module";

const quickArgon2 = new URL("quick-argon2.ts", import.meta.url).href.replace(/\?.*$/, "");
const shelf = globalThis as { sanshiQuickPasswords?: true };

/** Passwords at a hundredth of their cost: once for each worker, which loads this file for each test file. */
if (!shelf.sanshiQuickPasswords) {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isQuick = specifier === "@node-rs/argon2" && context.parentURL !== quickArgon2;
      return isQuick ? { url: quickArgon2, shortCircuit: true } : nextResolve(specifier, context);
    },
  });
  shelf.sanshiQuickPasswords = true;
}
