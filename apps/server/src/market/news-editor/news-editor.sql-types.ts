// Written by `npm run types` from the migrations and the statements: not by hand.
import type { WrittenTexts } from "@sanshi/contract";
import type { MarketKey } from "@sanshi/money";

export type InsertArticleRow = {
  id: bigint;
};

export type LockArticleRow = {
  state: "draft" | "published" | "withdrawn";
  texts: WrittenTexts;
  written_by: bigint | null;
};

export type StoredArticle = {
  id: bigint;
  state: "draft" | "published" | "withdrawn";
  market: MarketKey | null;
  texts: WrittenTexts;
  /** The operator's address, for the back office alone. */
  written_by: string | null;
  updated_at: number;
  published_at: number | null;
  withdrawn_at: number | null;
};
