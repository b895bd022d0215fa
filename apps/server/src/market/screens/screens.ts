import { iso, type CheckedInput, type Calls, type SavedScreen } from "@sanshi/contract";
import { savedScreensMax } from "@sanshi/contract/constants";
import type { Context } from "../../context.ts";
import { accept, refuse, type Outcome } from "../../platform/outcome.ts";
import type { Customer } from "../../platform/sessions.ts";
import * as store from "./screens.store.ts";

type ScreensContext = Pick<Context, "database" | "clock">;

export async function screensOf(
  { database }: Pick<ScreensContext, "database">,
  { customerId }: Customer,
): Promise<SavedScreen[]> {
  return (await store.listScreens(database.reader, customerId)).map(onWire);
}

/** One of the same name is replaced, in its place. */
export function saveScreen(
  { database, clock }: ScreensContext,
  { customerId }: Customer,
  { name, type, ...criteria }: CheckedInput<Calls["/market/save-screen"]>,
): Promise<Outcome<SavedScreen>> {
  const screen = { name, type, criteria };
  return database.transaction(async (transaction) => {
    await store.lockScreens(transaction, customerId);
    const kept = await store.keepScreen(transaction, customerId, screen, clock.now());
    return kept === undefined
      ? refuse("screens_too_many", { max: String(savedScreensMax) })
      : accept(onWire(kept));
  });
}

export async function unsaveScreen(
  { database }: Pick<ScreensContext, "database">,
  { customerId }: Customer,
  name: string,
): Promise<Outcome<Record<string, never>>> {
  await database.transaction((transaction) => store.deleteScreen(transaction, customerId, name));
  return accept({});
}

function onWire({ name, type, criteria, saved_at }: store.StoredScreen): SavedScreen {
  return { name, type, criteria, saved_at: iso(saved_at) };
}
