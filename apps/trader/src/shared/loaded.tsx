import { Button, EmptyState } from "@sanshi/ui";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useText } from "./text.ts";

type LoadedProps<Data> = {
  query: UseQueryResult<Data, Error>;
  /** A skeleton of the final shape. */
  waiting: ReactNode;
  children: (data: Data) => ReactNode;
};

/** Skeleton, then the content; or what went wrong, with "try again". Old content outlives an error. */
export function Loaded<Data>({ query, waiting, children }: LoadedProps<Data>) {
  const t = useText("shell");
  if (query.data !== undefined) return <>{children(query.data)}</>;
  if (query.isError) {
    return (
      <EmptyState picture="cloud" sentence={query.error.message}>
        <Button look="quiet" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t("try_again")}
        </Button>
      </EmptyState>
    );
  }
  return <div aria-busy="true">{waiting}</div>;
}
