import { isColumnName } from "./forms.ts";
import type { Layout } from "./layout.ts";

/** Sees where a second table begins in a file: other columns, or below a title, which may be that of another stock. */
export function createTableWatch({ names }: Layout): {
  /** Takes a line that is no row of prices. */
  see(fields: readonly string[], line: number): void;
  isOver(): boolean;
} {
  let [titleLine, isOver] = [Number.NEGATIVE_INFINITY, false];
  return {
    see(fields, line) {
      if (fields.every((field) => field === "")) return;
      if (fields.filter(isColumnName).length < namesMin) titleLine = line;
      else if (fields.join() !== names.join() || line - titleLine <= titleLinesMax) isOver = true;
    },
    isOver: () => isOver,
  };
}

const namesMin = 3;
/** A line may stand empty between a title and the names below it. */
const titleLinesMax = 2;
