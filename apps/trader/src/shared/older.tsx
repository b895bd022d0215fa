import { Button } from "@sanshi/ui";
import { useEffect, useRef, type ReactNode } from "react";

/** The part of an infinite query that asks for the next page. */
type NextPage = {
  fetchNextPage: () => unknown;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
};

/** The next page comes by itself when the end of the list comes near; the button is for a page that failed. */
export function Older(props: {
  query: NextPage;
  className: string | undefined;
  children: ReactNode;
}) {
  const end = useRef<HTMLDivElement>(null);
  const { fetchNextPage, isFetchingNextPage, isFetchNextPageError } = props.query;
  useEffect(() => {
    const element = end.current;
    if (element === null || isFetchNextPageError) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true && !isFetchingNextPage) void fetchNextPage();
      },
      { rootMargin: "400px" },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [fetchNextPage, isFetchingNextPage, isFetchNextPageError]);
  return (
    <div ref={end} className={props.className}>
      <Button look="plain" wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {props.children}
      </Button>
    </div>
  );
}
