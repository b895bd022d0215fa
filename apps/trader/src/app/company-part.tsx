import { StockNews } from "../features/market/news/stock-news.tsx";
import { CompanySection } from "../features/market/stock/company-section.tsx";
import type { StockDetail } from "../features/market/stock/stock-queries.ts";

/** A company's figures, dates, related stocks and its news: two features, joined here. */
export default function CompanyPart({ stock }: { stock: StockDetail }) {
  return <CompanySection stock={stock} news={(items) => <StockNews items={items} />} />;
}
