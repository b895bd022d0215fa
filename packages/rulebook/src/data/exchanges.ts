export type Exchange = "TSE" | "NYSE" | "NASDAQ" | "SSE" | "SZSE" | "BSE";
