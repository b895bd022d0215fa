import { describe, expect, test } from "vitest";
import { returnPlace, signInPlace } from "./places.ts";

describe("the way back after signing in", () => {
  test("remembers where the person was, with its query", () => {
    expect(signInPlace("/quotes/info?type=jpy&code=7203")).toBe(
      "/login/login?from=%2Fquotes%2Finfo%3Ftype%3Djpy%26code%3D7203",
    );
  });

  test.each(["/", "/login/login", "/login/start", ""])("does not lead back to %s", (place) => {
    expect(signInPlace(place)).toBe("/login/login");
  });

  test.each(["//evil.example", "https://evil.example", "javascript:alert(1)", "\\evil", null])(
    "never leads out of the app: %s",
    (place) => {
      expect(returnPlace(place)).toBeNull();
    },
  );
});
