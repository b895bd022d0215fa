export { backUp, backupOptionsOf } from "./backups.ts";
export { keepBackingUp } from "./schedule.ts";
export { restoreInstance } from "./restore-instance.ts";
export { targetOf } from "./settings.ts";
