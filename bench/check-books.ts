import { createDatabase } from "../apps/server/src/platform/sql/database.ts";
import { findBookFaults } from "../tests/support/book-faults.ts";

const namedMax = 10;

/** The whole check of the books over what a bench has left; the bench ends with 1 where they do not hold. */
export async function checkBooks(ownerConnectionString: string): Promise<void> {
  const database = createDatabase(ownerConnectionString, { poolMax: 1 });
  try {
    const faults = await findBookFaults(database.reader);
    console.log(
      [`${faults.length} differences in the books`, ...faults.slice(0, namedMax)].join("\n"),
    );
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}
