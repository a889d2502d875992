/** Held by whoever backs the product up. */
export const BACKUP_LOCK = 7_364_913;

/**
 * False while a backup runs. It copies the bytes after the database, so no bytes may go that the copied database refers to.
 *
 * A statement that finds out which blobs nothing refers to asks this as well. Its snapshot is older than this answer: when no
 * backup runs by then, one that begins later copies a database in which nothing refers to these blobs either.
 */
export const NO_BACKUP_RUNS = `
  NOT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = ${BACKUP_LOCK} AND objsubid = 1
                 AND mode = 'ExclusiveLock' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
