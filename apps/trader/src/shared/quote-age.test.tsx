import { quoteAgeMsMax } from "@sanshi/contract/constants";
import { serverNow } from "@sanshi/web/server-clock";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, expect, it } from "vitest";
import { QuoteAge } from "./quote-age.tsx";
import { loadTexts } from "./text.ts";

beforeAll(() => loadTexts("jp"));

const markOf = (ageMs: number, open = true) =>
  renderToStaticMarkup(<QuoteAge at={serverNow() - ageMs} open={open} />);

it("marks a price as old while its market is open, and no fresh one", () => {
  expect(markOf(0)).toBe("");
  expect(markOf(quoteAgeMsMax - 5_000)).toBe("");
  expect(markOf(quoteAgeMsMax + 5_000)).toMatch(/\d+秒前/);
  expect(markOf(125_000)).toContain("2分前");
  expect(markOf(quoteAgeMsMax + 5_000, false)).toBe("");
});

it("marks a price whose age is not known, however young it says it is, while its market is open", () => {
  const marked = (open: boolean) =>
    renderToStaticMarkup(<QuoteAge at={serverNow()} open={open} isUnknown={true} />);
  expect(marked(true)).toContain("時価未確認");
  expect(marked(false)).toBe("");
});
