import { expect, test } from "vitest";
import { menuPlace } from "./menu-place.ts";

const room = { width: 390, height: 844 };
const box = (left: number, top: number) => ({ left, right: left + 80, top, bottom: top + 44 });
const menu = { width: 280, height: 300 };

test("a menu stands below its button, flush with its end", () => {
  expect(menuPlace(box(300, 100), menu, room)).toEqual({ left: 100, top: 148, maxHeight: 688 });
});

test("it stays inside the window at both sides", () => {
  expect(menuPlace(box(0, 100), menu, room).left).toBe(8);
  expect(menuPlace(box(380, 100), menu, room).left).toBe(102);
});

test("it stands above where there is no room below, and is no higher than the room", () => {
  expect(menuPlace(box(300, 790), menu, room)).toMatchObject({ top: 486 });
  const high = menuPlace(box(300, 500), { width: 280, height: 2_000 }, room);
  expect(high).toEqual({ left: 100, top: 8, maxHeight: 488 });
});
