import { useEffect, useState } from "react";

/** True some time after the part came onto the screen: what the first view does without waits for it. */
export function useLater(afterMs: number): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLater(true), afterMs);
    return () => window.clearTimeout(timer);
  }, [afterMs]);
  return isLater;
}
