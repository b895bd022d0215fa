import {
  differenceLine,
  findDifferences,
  verifyBooks,
} from "../../apps/server/src/office/books/book-check.ts";
import type { Reader } from "../../apps/server/src/platform/sql/database.ts";

/** Everything that does not hold in the books; tests may post money of their own as of the kind `test`. */
export async function findBookFaults(reader: Reader): Promise<string[]> {
  const { differences } = await (reader.isTransaction ? findDifferences : verifyBooks)(reader);
  return differences
    .filter(({ check, found }) => !(check === "kind" && found === "test"))
    .map(differenceLine);
}
