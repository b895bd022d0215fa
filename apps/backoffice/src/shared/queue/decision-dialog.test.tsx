import type { ReviewItem } from "@sanshi/contract";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { loadTexts, textOf } from "../text.ts";
import { DecisionDialog } from "./decision-dialog.tsx";

beforeAll(() => loadTexts("us"));
// To the tests after it in this process a code stands for its word.
afterAll(() => vi.resetModules());

const one = { id: "7", account: "9012345678" } as ReviewItem;

function shown(queue: "deposits" | "withdrawals" | "loans", decision: "approve" | "reject") {
  return renderToStaticMarkup(
    <DecisionDialog
      queue={queue}
      reasons={queue}
      one={one}
      heading="50,000 JPY"
      decision={decision}
      onClose={() => undefined}
      onDecided={() => Promise.resolve()}
    />,
  );
}

describe("the dialog before a decision", () => {
  it.each(["deposits", "withdrawals", "loans"] as const)(
    "of %s names the amount, the account and what happens, beside the case",
    (queue) => {
      for (const decision of ["approve", "reject"] as const) {
        const text = shown(queue, decision);
        expect(text).toContain("<strong>50,000 JPY</strong>");
        expect(text).toContain("<span>9012345678</span>");
        expect(text).toContain(`<p>${textOf("queue")(`happens_${decision}_${queue}`)}</p>`);
        expect(text).toContain("data-beside");
      }
    },
  );

  it("asks for a reason where the case is rejected, and for none where it is approved", () => {
    const reason = `>${textOf("queue")("reason")}<`;
    expect(shown("loans", "reject")).toContain(reason);
    expect(shown("loans", "approve")).not.toContain(reason);
  });
});
