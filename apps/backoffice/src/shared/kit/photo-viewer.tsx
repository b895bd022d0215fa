import { useEffect, useRef, useState, type PointerEvent } from "react";
import { useShortcuts } from "../keys.ts";
import { moveBy, transformOf, turn, wholePhoto, zoomBy } from "../photo-view.ts";
import { useText } from "../text.ts";
import { IconButton } from "./button.tsx";
import styles from "./photo-viewer.module.css";

type PhotoViewerProps = { source: string; name: string };

/** A photo that can be enlarged with the wheel, moved with the pointer and turned. */
export function PhotoViewer({ source, name }: PhotoViewerProps) {
  const t = useText("documents");
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(wholePhoto);
  useWheel(frame, (steps, at) => setView((before) => zoomBy(before, steps, at)));
  useShortcuts(t("photo"), [
    { keys: "+", label: t("nearer"), run: () => setView(zoomBy(view, 1)) },
    { keys: "-", label: t("farther"), run: () => setView(zoomBy(view, -1)) },
    { keys: "o", label: t("turn"), run: () => setView(turn(view)) },
    { keys: "0", label: t("whole"), run: () => setView(wholePhoto) },
  ]);
  const drag = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    setView(moveBy(view, event.movementX, event.movementY));
  };
  return (
    <figure className={styles["viewer"]}>
      <div
        ref={frame}
        className={styles["frame"]}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => setView(wholePhoto)}
      >
        <img src={source} alt={name} draggable={false} style={{ transform: transformOf(view) }} />
      </div>
      <figcaption className={styles["tools"]}>
        <span className={styles["name"]}>{name}</span>
        <IconButton icon="minus" label={t("farther")} onClick={() => setView(zoomBy(view, -1))} />
        <span className={styles["zoom"]}>{Math.round(view.zoom * 100)}%</span>
        <IconButton icon="plus" label={t("nearer")} onClick={() => setView(zoomBy(view, 1))} />
        <IconButton icon="refresh" label={t("turn")} onClick={() => setView(turn(view))} />
        <IconButton icon="search" label={t("whole")} onClick={() => setView(wholePhoto)} />
      </figcaption>
    </figure>
  );
}

/** React listens to the wheel passively; the page behind must not scroll. */
function useWheel(
  frame: { current: HTMLElement | null },
  turned: (steps: number, at: { x: number; y: number }) => void,
): void {
  const act = useRef(turned);
  act.current = turned;
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const roll = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top, width, height } = element.getBoundingClientRect();
      const at = { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 };
      act.current(event.deltaY < 0 ? 1 : -1, at);
    };
    element.addEventListener("wheel", roll, { passive: false });
    return () => element.removeEventListener("wheel", roll);
  }, [frame]);
}
