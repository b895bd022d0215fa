import { useCallback, useEffect } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { paths } from "../../../app/paths.ts";
import type { StockKey } from "./stock-queries.ts";

/** A phone that lies on its side. A portrait one with its keyboard out is as wide, and is not turned. */
const lying = "(orientation: landscape) and (max-height: 540px) and (pointer: coarse)";

type FullState = { full?: "asked" | "turned" } | null;

/**
 * The chart on the full screen is a place of its own in the history, so that the phone's back closes it. A button
 * opens it, and so does turning the phone; turned back, it closes.
 */
export function useFullChart(stock: StockKey) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const how = (useLocation().state as FullState)?.full;
  const isOpen = query.get("chart") === "full";
  const here = paths.stock(stock);
  const show = useCallback(
    (full: "asked" | "turned") => void navigate(`${here}&chart=full`, { state: { full } }),
    [navigate, here],
  );
  const open = useCallback(() => void fillScreen().then(() => show("asked")), [show]);
  const close = useCallback(() => {
    if (how !== undefined) void navigate(-1);
    else void navigate(here, { replace: true });
  }, [navigate, how, here]);
  useEffect(() => {
    const turned = window.matchMedia(lying);
    const onTurn = () => {
      if (isLying(turned)) {
        // Nothing that somebody is busy with is covered.
        if (!isOpen && document.querySelector("dialog[open]") === null) show("turned");
      } else if (isOpen && how === "turned") close();
    };
    turned.addEventListener("change", onTurn);
    return () => turned.removeEventListener("change", onTurn);
  }, [isOpen, how, show, close]);
  useEffect(() => {
    if (!isOpen) return;
    // The browser's own way out of its full screen leaves ours too.
    const onChange = () => {
      if (document.fullscreenElement === null) close();
    };
    document.addEventListener("fullscreenchange", onChange);
    return () => document.removeEventListener("fullscreenchange", onChange);
  }, [isOpen, close]);
  useEffect(() => (isOpen ? leaveScreen : undefined), [isOpen]);
  return { isOpen, open, close };
}

function isLying(media: MediaQueryList): boolean {
  // Older phones do not tell.
  const screenSays = (window.screen.orientation as ScreenOrientation | undefined)?.type;
  return media.matches && screenSays?.startsWith("portrait") !== true;
}

/** `lock` is Android's; TypeScript no longer knows it. */
type Lockable = ScreenOrientation & { lock?: (to: "landscape") => Promise<void> };

/** Before the chart opens: what comes onto the full screen later would lie over it. iPhones refuse, and need not. */
async function fillScreen(): Promise<void> {
  if (!window.matchMedia("(pointer: coarse)").matches) return;
  try {
    await document.documentElement.requestFullscreen({ navigationUI: "hide" });
    await (window.screen.orientation as Lockable).lock?.("landscape");
  } catch {
    // The chart fills what there is.
  }
}

function leaveScreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen().catch(() => undefined);
}
