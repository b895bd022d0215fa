export {
  connectionOfRunning,
  startPostgres,
  stopLeftOver,
  type RunningPostgres,
  type SupervisorLog,
} from "./start-postgres.ts";
export { chooseDataFolder, prepareDataFolder } from "./data-folder.ts";
export { isAbandoned, lockDataFolder, type DataFolderLock } from "./data-folder-lock.ts";
export { probePort } from "./free-port.ts";
export { StartError } from "./start-error.ts";
