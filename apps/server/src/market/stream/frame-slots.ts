import type { FrameWriter } from "./frames.ts";
import type { WatchSet } from "./watch-sets.ts";

/** What a slot needs of a connection. */
export type FrameTarget = {
  watchSet: WatchSet | null;
  /** The board's version that the client's last frame told. */
  sentVersion: number;
  socket: { readonly writableLength: number; write(frame: Buffer): unknown };
};

export const slotMs = 25;
/** Everybody's turn comes within 500 ms, spread so that the work and the wire have no peaks. */
export const slotCount = 20;
/** Up to here everybody has two turns in that time. */
const quickTargetsMax = 2_000;
/** A client that does not keep up gets no frame until it has read what lies there. */
export const backlogBytesMax = 64 * 1024;

type FrameSlots<Target extends FrameTarget> = {
  /** Adds to the emptiest slot and answers its number. */
  add(target: Target): number;
  remove(target: Target, slot: number): void;
  members(slot: number): Iterable<Target>;
  /** Sends at once all that the target watches, or with its next turn where it does not keep up. */
  snapshot(target: Target): void;
  /** Does the turn of a moment (monotonic milliseconds); a turn that was missed is not made up for. */
  turn(monotonicMs: number): void;
};

export function createFrameSlots<Target extends FrameTarget>(world: {
  boardVersion(): number;
  /** The app's time, for the frames. */
  now(): number;
  /** It has written what the targets watch. */
  writer: FrameWriter;
}): FrameSlots<Target> {
  const slots = Array.from({ length: slotCount }, () => new Set<Target>());
  let size = 0;
  let lastTurn = -1;

  function send(socket: FrameTarget["socket"], frame: Buffer): void {
    socket.write(frame);
    if (socket.writableLength > 0) world.writer.leave(frame);
  }

  function sendChanges(target: FrameTarget, to: number, now: number): void {
    const { watchSet, socket } = target;
    if (watchSet === null || target.sentVersion === to) return;
    // It stays behind, so the next frame that fits tells the newest state of all that it missed.
    if (socket.writableLength > backlogBytesMax) return;
    const frame = watchSet.frame(target.sentVersion, now);
    target.sentVersion = to;
    if (frame !== null) send(socket, frame);
  }

  return {
    add(target) {
      const emptiest = slots.reduce(
        (best, slot, index) => (slot.size < slots[best]!.size ? index : best),
        0,
      );
      slots[emptiest]!.add(target);
      size += 1;
      return emptiest;
    },
    remove(target, slot) {
      if (slots[slot]!.delete(target)) size -= 1;
    },
    members: (slot) => slots[slot]!,
    snapshot(target) {
      const { watchSet, socket } = target;
      if (watchSet === null || socket.writableLength > backlogBytesMax) return;
      target.sentVersion = world.boardVersion();
      send(socket, watchSet.snapshot(world.now()));
    },
    turn(monotonicMs) {
      const turn = Math.floor(monotonicMs / slotMs);
      if (turn === lastTurn) return;
      lastTurn = turn;
      world.writer.beginTurn();
      const to = world.boardVersion();
      const now = world.now();
      for (const target of slots[turn % slotCount]!) sendChanges(target, to, now);
      if (size > quickTargetsMax) return;
      for (const target of slots[(turn + slotCount / 2) % slotCount]!) sendChanges(target, to, now);
    },
  };
}
