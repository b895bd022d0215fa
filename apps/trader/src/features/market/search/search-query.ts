import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { link, paths } from "../../../app/paths.ts";
import { currentPlace } from "../../../shared/places.ts";
import { searchable } from "./match.ts";

const typingPauseMs = 250;

type SearchQuery = {
  /** What stands in the field. */
  typed: string;
  /** What the server is asked for: follows when the typing pauses; empty at once. */
  asked: string;
  type: (text: string) => void;
  /** Before the way to a result: a return finds the query that it was touched at. */
  leave: () => void;
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
    // Whoever has touched a result is on the way to it: this screen stands only until that one is loaded.
    if (currentPlace().split("?")[0] !== paths.search) return;
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
  const leave = () => {
    window.clearTimeout(timer.current);
    const query = searchable(typed);
    if (query === written.current) return;
    written.current = query;
    const place = link(`${paths.search}?${new URLSearchParams({ q: query })}`);
    // Not by the router, which is about to go elsewhere: it reads the address when somebody comes back.
    window.history.replaceState(window.history.state, "", place);
  };
  return { typed, asked, type, leave };
}
