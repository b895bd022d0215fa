import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { BreakableText } from "./breakable-text.tsx";

it.each([
  [
    "After: https://help.example.com/a",
    "After: https://<wbr/>help<wbr/>.example<wbr/>.com/<wbr/>a",
  ],
  ["1.5 % and 3/4 stay whole", "1.5 % and 3/4 stay whole"],
])("a line ends between the parts of an address alone: %s", (text, markup) => {
  expect(renderToStaticMarkup(<BreakableText text={text} />)).toBe(markup);
});
