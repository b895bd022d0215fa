import { release, totalmem } from "node:os";

/**
 * postgresql.conf for one application on a small machine. Durable unless told otherwise: an
 * answer to a customer means that the write is on the disk.
 */
export function postgresConfiguration(options: {
  durable: boolean;
  socketFolder: string | null;
}): string {
  const safety = options.durable ? "on" : "off";
  const settings: Record<string, string> = {
    listen_addresses: "127.0.0.1",
    unix_socket_directories: options.socketFolder ?? "",
    unix_socket_permissions: "0700",
    password_encryption: "scram-sha-256",
    fsync: safety,
    // On for tests too: then what was answered outlives a killed PostgreSQL, only not a power cut.
    synchronous_commit: "on",
    full_page_writes: safety,
    recovery_init_sync_method: syncMethod(),
    max_connections: "100",
    shared_buffers: `${sharedBuffersMegabytes(options.durable)}MB`,
    // Recovery after a crash reads at most so much, at some 300 MB a second. A checkpoint begins at two thirds of it, and
    // is over before it is reached.
    max_wal_size: "192MB",
    checkpoint_completion_target: "0.5",
    // They come often under load, and are to: nobody is advised against it.
    checkpoint_warning: "0",
    // Used files are kept for what comes: making a new one holds up every order for 20 ms and more.
    min_wal_size: options.durable ? "192MB" : "80MB",
    // For a backup whose target cannot be reached: more of the log would fill the disk and stop trading. The slot is
    // lost beyond it, and a new base backup begins a new one.
    max_slot_wal_keep_size: "8GB",
    checkpoint_timeout: "5min",
    wal_buffers: "16MB",
    random_page_cost: "1.1",
    effective_io_concurrency: "16",
    // Short statements only: compiling or splitting one costs more than running it.
    jit: "off",
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    log_min_messages: "warning",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] ",
    log_lock_waits: "on",
    idle_in_transaction_session_timeout: "60s",
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  return `# Written at every start; changes made here are lost.\n${lines.join("\n")}\n`;
}

/** Every way in asks for the password, so that another user of the machine cannot sign in. */
export const hostBasedAuthentication = `# Written at every start; changes made here are lost.
local all all scram-sha-256
host all all 127.0.0.1/32 scram-sha-256
`;

/** An eighth of the machine's memory between 128 and 512 MB; test databases are small. */
function sharedBuffersMegabytes(durable: boolean): number {
  const eighth = Math.floor(totalmem() / 8 / 1024 / 1024);
  return durable ? Math.min(512, Math.max(128, eighth)) : 128;
}

/**
 * How PostgreSQL makes sure after a crash that all it finds is on the disk, before it begins to recover: file by file
 * takes seconds. An older kernel does not report what could not be written.
 */
function syncMethod(): "syncfs" | "fsync" {
  if (process.platform !== "linux") return "fsync";
  const [major = 0, minor = 0] = release().split(".").map(Number);
  return major > 5 || (major === 5 && minor >= 8) ? "syncfs" : "fsync";
}
