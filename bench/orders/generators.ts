/**
 * What asks runs in Linux's batch class, the yardstick's generator too. It shares the processors with
 * what it measures, and woken by every answer it would push aside the process that is still answering
 * others; customers bring processors of their own.
 */
export const generatorProgram = "chrt";
export const generatorParameters = ["--batch", "0"] as const;
