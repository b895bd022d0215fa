import type { Allotment, Beacon, Entry, Hex } from "@sanshi/draw";
import type { RawBuilder, Reader, Transaction } from "../sql/database.ts";

/** What a product keeps of one draw. */
export type StoredDraw = {
  id: bigint;
  /** As they were published. */
  terms: unknown;
  terms_hash: string;
  closes_at: number;
  root: string | null;
  root_at: number | null;
  checkpoints_done: number | null;
  beacon: unknown;
  drawn_at: number | null;
};

/** Who got how much, and in which order those wait who got nothing. */
export type DrawOutcome = { allotments: readonly Allotment[]; waiting: readonly string[] };

/** What is to be done of a product's draws, for which each step is asked by itself. */
type DrawQuestion = (now: number) => RawBuilder<{ due: boolean }>;

type Ids = Promise<readonly { id: bigint }[]>;

/**
 * Where a product keeps its draws. What is set is set once: the first root, the first round and the first result
 * stay, and every process would set the same ones.
 */
export type DrawBook<One extends StoredDraw = StoredDraw> = {
  /** What a seed is sealed for, before its commitment. */
  seedPurpose: string;
  find(reader: Reader, id: bigint): Promise<One | undefined>;
  /** Waits for whoever enters at the last moment, and makes the next one wait. */
  lock(transaction: Transaction, id: bigint): Promise<One | undefined>;
  /** In the order of their numbers. */
  entries(reader: Reader, id: bigint): Promise<Entry[]>;
  /** Whether there is anything for each step, which is looked at where there is. */
  isRootDue: DrawQuestion;
  isDelayDue: DrawQuestion;
  isBeaconDue: DrawQuestion;
  isDrawDue: DrawQuestion;
  /** Closed, and their list has no root yet. */
  dueForRoot(reader: Reader, now: number): Ids;
  setRoot(
    transaction: Transaction,
    closed: { id: bigint; root: Hex; entries: number; at: number },
  ): Promise<boolean>;
  /** Takes a delay for so many seconds of real time: where one process was killed another goes on. */
  claimDelay(
    reader: Reader,
    seconds: number,
  ): Promise<
    | { id: bigint; terms_hash: string; root: string; delay: number; checkpoints: string[] }
    | undefined
  >;
  /** Further than before: every process comes to the same values. */
  keepCheckpoints(
    reader: Reader,
    kept: { id: bigint; checkpoints: readonly Hex[]; seconds: number },
  ): Promise<void>;
  checkpoints(reader: Reader, id: bigint): Promise<string[]>;
  /** Closed and due, and the round that their terms name has not been heard. */
  dueForBeacon(reader: Reader, now: number): Promise<readonly { id: bigint; terms: unknown }[]>;
  setBeacon(reader: Reader, id: bigint, beacon: Beacon): Promise<boolean>;
  /** Everything that a draw needs is there, and its time has come. */
  dueForDraw(reader: Reader, now: number): Ids;
  sealedSeed(reader: Reader, id: bigint): Promise<Buffer>;
  setDrawn(
    transaction: Transaction,
    drawn: { id: bigint; result: Hex; seed: Hex; at: number },
  ): Promise<boolean>;
  keepOutcome(
    transaction: Transaction,
    draw: One,
    outcome: DrawOutcome,
    drawnAt: number,
  ): Promise<void>;
  keepBundle(transaction: Transaction, id: bigint, body: Buffer): Promise<void>;
  bundle(reader: Reader, id: bigint): Promise<Buffer | null>;
  /** What its bundle says beside the draw itself. */
  remarks?(reader: Reader, draw: One): Promise<Record<string, unknown>>;
};
