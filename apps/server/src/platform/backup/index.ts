export type { BackupTarget } from "./backup-target.ts";
export { backUp, backupOptionsOf } from "./backups.ts";
export { momentText } from "./log-chain.ts";
export {
  addBackupMetrics,
  createBackupWatch,
  keepBackingUp,
  type BackupWatch,
} from "./schedule.ts";
export { restoreInstance } from "./restore-instance.ts";
export { targetOf } from "./settings.ts";
export { verifyApart } from "./verify-apart.ts";
export { verifyBackups } from "./verify-backups.ts";
