import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { placeOfClick, type LinkClick } from "./link-clicks.ts";

class PaperElement {
  readonly #attributes: Record<string, string>;
  readonly target: string;
  constructor(attributes: Record<string, string>) {
    this.#attributes = attributes;
    this.target = attributes["target"] ?? "";
  }
  closest = () => ("href" in this.#attributes ? this : null);
  getAttribute = (name: string) => this.#attributes[name] ?? null;
}

beforeEach(() => void vi.stubGlobal("Element", PaperElement));
afterEach(() => void vi.unstubAllGlobals());

function click(attributes: Record<string, string>, keys: Partial<LinkClick> = {}): LinkClick {
  return {
    defaultPrevented: false,
    button: 0,
    metaKey: false,
    ctrlKey: false,
    shiftKey: false,
    altKey: false,
    target: new PaperElement(attributes) as unknown as EventTarget,
    ...keys,
  };
}

test("a link of the app leads through the router", () => {
  expect(placeOfClick(click({ href: "#/quotes/info?type=jpy&code=7203" }))).toBe(
    "/quotes/info?type=jpy&code=7203",
  );
});

test.each([
  ["a link out of the app", click({ href: "https://example.org/" })],
  ["an anchor in the page", click({ href: "#top" })],
  ["something that is no link", click({})],
  ["a link that opens another tab", click({ href: "#/home/home", target: "_blank" })],
  ["a click for a new tab", click({ href: "#/home/home" }, { ctrlKey: true })],
  ["the middle button", click({ href: "#/home/home" }, { button: 1 })],
  ["a click that somebody took", click({ href: "#/home/home" }, { defaultPrevented: true })],
])("%s is left to the browser", (_, event) => {
  expect(placeOfClick(event)).toBeNull();
});
