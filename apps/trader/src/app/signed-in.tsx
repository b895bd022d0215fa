import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import { useLocation } from "react-router";
import { queryClient } from "../shared/queries.ts";
import { useStreamState } from "../shared/quotes.ts";
import { runStream } from "../shared/stream.ts";
import { useText } from "../shared/text.ts";
import { BottomMenu, isTabRoot } from "./bottom-menu.tsx";
import styles from "./signed-in.module.css";

/** What every screen behind the sign-in has around it. */
export default function SignedIn({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  useEffect(runStream, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Connection />
      {children}
      {isTabRoot(pathname) && <BottomMenu />}
    </QueryClientProvider>
  );
}

function Connection() {
  const t = useText("shell");
  const state = useStreamState();
  return (
    <div role="status" className={styles["connection"]} data-state={state}>
      {state === "offline" && t("offline")}
    </div>
  );
}
