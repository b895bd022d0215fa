import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { SkipLink } from "./skip-link.tsx";

it("leads a keyboard past the navigation to the screen, as a link that can be tabbed to", () => {
  const shown = renderToStaticMarkup(<SkipLink>Skip</SkipLink>);
  expect(shown).toMatch(/^<a [^>]*href="#main"[^>]*>Skip<\/a>$/);
  expect(shown).not.toContain("tabindex");
});
