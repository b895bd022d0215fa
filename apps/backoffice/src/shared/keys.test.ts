import { describe, expect, test } from "vitest";
import { findShortcut, keyCaps, nameOfKey } from "./keys.ts";

const held = { ctrlKey: false, metaKey: false, altKey: false };

describe("a key's name", () => {
  test.each([
    [{ key: "j" }, "j"],
    [{ key: "J" }, "j"],
    [{ key: "?" }, "?"],
    [{ key: "Escape" }, "Escape"],
    [{ key: "k", ctrlKey: true }, "Mod+k"],
    [{ key: "K", metaKey: true }, "Mod+k"],
    [{ key: "a", altKey: true }, null],
  ])("%j is %s", (event, name) => {
    expect(nameOfKey({ ...held, ...event })).toBe(name);
  });
});

describe("a shortcut", () => {
  const all = [{ keys: "j" }, { keys: "g c" }, { keys: "g p" }, { keys: "c" }];

  test("is found by its key", () => {
    expect(findShortcut(all, null, "j")).toEqual({ keys: "j" });
  });

  test("of two keys begins with the first and ends with the second", () => {
    expect(findShortcut(all, null, "g")).toBe("first-key");
    expect(findShortcut(all, "g", "c")).toEqual({ keys: "g c" });
  });

  test("does not hear a second key alone, nor after another first one", () => {
    expect(findShortcut(all, null, "p")).toBeNull();
    expect(findShortcut(all, "j", "p")).toBeNull();
  });

  test("that came last wins over one that is behind it", () => {
    const behind = { keys: "Escape", from: "list" };
    const front = { keys: "Escape", from: "entry" };
    expect(findShortcut([behind, front], null, "Escape")).toBe(front);
  });

  test("is shown as the caps to press", () => {
    expect(keyCaps("g c")).toEqual(["G", "C"]);
    expect(keyCaps("Escape")).toEqual(["Esc"]);
    expect(keyCaps("Mod+k").at(-1)).toBe("K");
  });
});
