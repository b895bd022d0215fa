import { lazy, useState, type ComponentType } from "react";

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export type LoadedLater<Props> = {
  Part: ComponentType<Props>;
  preload: () => Promise<void>;
};
export type LoadScreen = Load<object>;
export type LaterScreen = LoadedLater<object>;

/**
 * A part of the app whose code comes when it is drawn, or earlier by `preload`. What is here is drawn at once:
 * React would hold back for 300 ms what it had to wait for even for an instant.
 */
export function loadedLater<Props extends object>(load: Load<Props>): LoadedLater<Props> {
  let known: ComponentType<Props> | null = null;
  const loadOnce: Load<Props> = async () => {
    const module = await load();
    known = module.default;
    return module;
  };
  const Waiting = lazy(loadOnce) as unknown as ComponentType<Props>;
  const Part = (props: Props) => {
    // One and the same for as long as it stands: another one would begin anew.
    const [Found] = useState(() => known ?? Waiting);
    return <Found {...props} />;
  };
  return { Part, preload: async () => void (known ?? (await loadOnce())) };
}
