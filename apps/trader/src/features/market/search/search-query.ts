import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { searchable } from "./match.ts";

const typingPauseMs = 250;

export type SearchQuery = {
  /** What stands in the field. */
  typed: string;
  /** What the server is asked for: follows when the typing pauses; empty at once. */
  asked: string;
  type: (text: string) => void;
};

/**
 * The query of the field. It also stands in the address, so that a return from a stock finds the
 * results again, and one that comes from there is taken over.
 */
export function useSearchQuery(): SearchQuery {
  const [place, setPlace] = useSearchParams();
  const inPlace = place.get("q") ?? "";
  const [typed, setTyped] = useState(inPlace);
  const [asked, setAsked] = useState(() => searchable(inPlace));
  const written = useRef(inPlace);
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (inPlace === written.current) return;
    written.current = inPlace;
    setTyped(inPlace);
    setAsked(searchable(inPlace));
  }, [inPlace]);

  const settle = (query: string) => {
    setAsked(query);
    if (query === written.current) return;
    written.current = query;
    setPlace(query === "" ? {} : { q: query }, { replace: true });
  };
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    const query = searchable(text);
    if (query === "") settle("");
    else timer.current = window.setTimeout(() => settle(query), typingPauseMs);
  };
  return { typed, asked, type };
}
