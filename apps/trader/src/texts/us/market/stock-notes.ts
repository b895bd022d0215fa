import type { Texts } from "../../jp/index.ts";

/** What few stocks' pages say: of a listing that ends, and of extended hours. */
export const stockNotes: Texts["stockNotes"] = {
  last_day: "Last trading day: {{day}}",
  ended_on: "No longer listed. Last trading day: {{day}}",
  end_in_shares:
    "Exchanged for {{name}} ({{code}}) at {{ratio}}, new shares to old. Fractions are paid in cash.",
  end_at_close:
    "Orders end with that day. Positions still open then are settled at that day’s closing price, without fees.",
  end_at_price:
    "Orders end with that day. Positions still open then are settled at the published price, without fees.",
  end_price: "Settlement price:",
  end_document: "Published document",
  extended_book: "Bid {{bid}} ({{bids}}) · Ask {{ask}} ({{asks}})",
  extended_note:
    "Change from the last official close. The day's figures, your holdings and stop orders go by the regular session.",
};
