import { hash, verify } from "@node-rs/argon2";

/** OWASP's figures for argon2id, the library's default: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More at once would starve everything else of processor and memory. */
const concurrentMax = 2;

/**
 * Who wants a password looked at: whoever is signed in or comes from a known device, and everybody else.
 * Strangers have places of their own and come last, so that no crowd of them keeps a customer waiting.
 */
const passwordLanes = ["known", "stranger"] as const;
type PasswordLane = (typeof passwordLanes)[number];
/** How many passwords of each may be under way at once, waiting or hashed. */
export const passwordPlacesMax: Readonly<Record<PasswordLane, number>> = {
  known: 64,
  stranger: 64,
};

/** Thrown when too many password checks wait already: the caller answers 503. */
export class PasswordQueueFull extends Error {}

/** A place among those who wait: what is done at it is never shed. */
export type PasswordPlace = {
  /** Takes the same time for an account that does not exist: pass `null` as its hash. */
  matches(password: string, storedHash: string | null): Promise<boolean>;
  hash(password: string): Promise<string>;
};

const held: Record<PasswordLane, number> = { known: 0, stranger: 0 };

/**
 * Holds a place while the work goes on. Whoever counts attempts takes it first: who is shed was not counted.
 * @throws PasswordQueueFull at once, before any of the work is done.
 */
export async function atPasswordPlace<Result>(
  lane: PasswordLane,
  work: (place: PasswordPlace) => Promise<Result>,
): Promise<Result> {
  if (held[lane] >= passwordPlacesMax[lane]) throw new PasswordQueueFull();
  held[lane] += 1;
  try {
    return await work({
      hash: (password) => inTurn(lane, () => hash(password, options)),
      matches: (password, storedHash) => inTurn(lane, () => isHashOf(password, storedHash)),
    });
  } finally {
    held[lane] -= 1;
  }
}

export function hashPassword(password: string): Promise<string> {
  return atPasswordPlace("known", (place) => place.hash(password));
}

/** Takes the same time for an account that does not exist: pass `null` as its hash. */
export function passwordMatches(password: string, storedHash: string | null): Promise<boolean> {
  return atPasswordPlace("known", (place) => place.matches(password, storedHash));
}

async function isHashOf(password: string, storedHash: string | null): Promise<boolean> {
  unknownAccountHash ??= hash("no account has this password", options);
  const matches = await verify(storedHash ?? (await unknownAccountHash), password);
  return storedHash !== null && matches;
}

let unknownAccountHash: Promise<string> | undefined;

let running = 0;
const waiting: Record<PasswordLane, (() => void)[]> = { known: [], stranger: [] };

async function inTurn<Result>(lane: PasswordLane, work: () => Promise<Result>): Promise<Result> {
  if (running >= concurrentMax) await new Promise<void>((go) => waiting[lane].push(go));
  else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.known.shift() ?? waiting.stranger.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

/** The passwords that guessing begins with, lower case; source: the heads of published breach lists. */
const common = new Set(
  (
    "password password1 password123 passw0rd p@ssw0rd 12345678 123456789 1234567890 0123456789 11111111 " +
    "00000000 88888888 66666666 99999999 12341234 11223344 123123123 87654321 987654321 1q2w3e4r " +
    "1q2w3e4r5t 1qaz2wsx qazwsxedc qwertyui qwertyuiop qwerty123 qwerty12 asdfghjk asdfghjkl zxcvbnm1 " +
    "abcd1234 abc12345 abcdefgh abcdefg1 aa123456 a1234567 a12345678 a123456789 iloveyou iloveyou1 " +
    "sunshine princess football baseball superman trustno1 welcome1 welcome123 letmein1 admin123 " +
    "administrator changeme master12 dragon12 monkey12 shadow12 michael1 jordan23 computer starwars " +
    "whatever internet samsung1 pokemon1 doraemon sakura12 nihon123 tokyo123 woaini1314 woaini520 " +
    "5201314520 wang1234 zhang123 qq123456 taobao123 asdf1234 qwer1234 zaq12wsx 1234qwer test1234 " +
    "demo1234 user1234 guest123 sanshi123 sanshi88"
  ).split(" "),
);

export function isCommonPassword(password: string, account: string): boolean {
  const lower = password.toLowerCase();
  return common.has(lower) || lower.includes(account) || /^(.)\1+$/.test(lower);
}
