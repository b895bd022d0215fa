import { setServerClocks } from "@sanshi/web/server-clock";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { loadTexts, textOf } from "../text.ts";
import { Ago, At, RealAgo, RealAt } from "./time.tsx";

const hourMs = 3_600_000;
const real = Date.now();
const iso = new Date(real - hourMs).toISOString();
beforeAll(() => loadTexts("us"));
afterAll(() => {
  setServerClocks(Date.now(), Date.now());
  // To the tests after it in this process a code stands for its word.
  vi.resetModules();
});

it("says of a moment by the machine's clock that it is one, once the simulated clock is ahead", () => {
  setServerClocks(real, real);
  const mark = textOf("shell")("real_time");
  expect(renderToStaticMarkup(<RealAt iso={iso} />)).not.toContain(mark);
  // Four days ahead: a sign-in of an hour ago is none of four days ago.
  setServerClocks(real + 96 * hourMs, real);
  expect(renderToStaticMarkup(<RealAt iso={iso} />)).toContain(mark);
  const ago = renderToStaticMarkup(<RealAgo iso={iso} />);
  expect(ago).toContain(mark);
  expect(ago).toContain(textOf("shell")("hours_ago", { hours: 1 }));
  expect(renderToStaticMarkup(<Ago iso={iso} />)).toContain(
    textOf("shell")("days_ago", { days: 4 }),
  );
  expect(renderToStaticMarkup(<At iso={iso} />)).not.toContain(mark);
});
