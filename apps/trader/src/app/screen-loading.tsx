import { useEffect, useState, type ComponentType } from "react";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export type LoadedLater<Props> = {
  Part: ComponentType<Props>;
  preload: () => Promise<void>;
};
export type LoadScreen = Load<object>;
export type LaterScreen = LoadedLater<object>;

/**
 * A part of the app whose code comes when it is drawn, or earlier by `preload`. It waits for it by itself: for
 * 300 ms React would hold back what a `Suspense` had to wait for even for an instant.
 */
export function loadedLater<Props extends object>(load: Load<Props>): LoadedLater<Props> {
  let known: ComponentType<Props> | null = null;
  const loadOnce = async () => (known ??= (await load()).default);

  function Part(props: Props) {
    const [loaded, setLoaded] = useState(() => ({ Found: known, fault: null as unknown }));
    const { Found, fault } = loaded;
    useEffect(() => {
      if (Found !== null) return;
      loadOnce().then(
        (found) => setLoaded({ Found: found, fault: null }),
        (error: unknown) => setLoaded({ Found: null, fault: error ?? new Error("not loaded") }),
      );
    }, [Found]);
    if (fault !== null) throw fault;
    return Found === null ? <div className="waiting" aria-busy="true" /> : <Found {...props} />;
  }

  return { Part, preload: async () => void (await loadOnce()) };
}
