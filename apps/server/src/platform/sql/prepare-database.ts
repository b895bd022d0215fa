import { StartError } from "../postgres/start-error.ts";
import { migrate } from "./migrate.ts";
import { findExcessivePrivileges, grantToServer } from "./server-role.ts";

export type DatabaseAddresses = {
  /** As whom the server works. */
  connectionString: string;
  /** As whom tables are made and changed. */
  ownerConnectionString: string;
};

/** Brings the tables up to date as their owner, and gives the server's role its privileges on them. */
export async function prepareDatabase(
  { connectionString, ownerConnectionString }: DatabaseAddresses,
  migrationsFolder: string,
  onProgress: (text: string) => void = () => undefined,
): Promise<void> {
  await migrate(ownerConnectionString, migrationsFolder, onProgress);
  await grantToServer(ownerConnectionString, connectionString);
}

/**
 * Looks whether the server's role can do more than it should. A simulated instance starts all the same
 * and says so: somebody who learns needs no second role.
 *
 * @throws StartError on a live one
 */
export async function requireRestrictedRole(
  connectionString: string,
  isLive: boolean,
  onProgress: (text: string) => void,
): Promise<void> {
  const [first, ...more] = await findExcessivePrivileges(connectionString);
  if (first === undefined) return;
  const others = more.length > 0 ? `, and ${more.length} more of that kind` : "";
  const remedy =
    "set DATABASE_OWNER_URL to the role that owns the tables and DATABASE_URL to another one for the server";
  if (isLive) {
    throw new StartError(
      `A live instance does not start with a server that could change its own books: the role of DATABASE_URL ${first}${others}. Please ${remedy}.`,
    );
  }
  onProgress(
    `The role of DATABASE_URL ${first}${others}: a live instance would not start; ${remedy}`,
  );
}
