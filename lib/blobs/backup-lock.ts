export const BACKUP_LOCK = 7_364_913;

/** False while a backup runs, which copies the database before the bytes. Check it in the statement that finds unused blobs. */
export const NO_BACKUP_RUNS = `
  NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${BACKUP_LOCK} AND objsubid = 1
                 AND mode = 'ExclusiveLock' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
