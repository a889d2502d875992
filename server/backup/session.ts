import pg from "pg";
import { BACKUP_LOCK } from "../../lib/blobs/backup-lock";

const CHECK_LIMIT_MS = 30_000;

/** What PostgreSQL tells of a backup that has ended. */
export interface BackupEnd {
  /** Content of the file backup_label, without which the copy would be damaged. */
  label: string;
  /** Names of the first and the last file of the write-ahead log that the copy needs. */
  firstLog: string;
  lastLog: string;
}

/**
 * A backup of a running server by PostgreSQL's own low-level calls, all on one connection.
 * As long as it is open no bytes are deleted that the database refers to. Whatever ends the connection ends the backup.
 */
export class BackupSession {
  private constructor(private readonly client: pg.Client) {}

  /** Waits for those who are deleting bytes at this moment. @throws Error when another backup runs */
  static async open(databaseUrl: string): Promise<BackupSession> {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: 10_000 });
    // A lost connection fails the next statement, which says so.
    client.on("error", () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ pid: number }>(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND mode = 'ExclusiveLock' " +
          // Of another database on this server, it is another product's.
          "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
        [BACKUP_LOCK],
      );
      if (rows.length > 0) throw new Error("Another backup is running. Wait for its end.");
      await client.query("SELECT pg_advisory_lock($1)", [BACKUP_LOCK]);
      return new BackupSession(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Number that PostgreSQL gave the cluster when it was made: two backups with one are of the same product. */
  async readIdentity(): Promise<string> {
    const { rows } = await this.client.query<{ identity: string }>("SELECT system_identifier::text AS identity FROM pg_control_system()");
    return rows[0]?.identity ?? "";
  }

  /** From now on the cluster's files may be copied, in whatever state they are. */
  async begin(): Promise<void> {
    const { rows } = await this.client.query<{ wal_level: string }>("SHOW wal_level");
    if (rows[0]?.wal_level === "minimal")
      throw new Error("The database was started by an older release, which kept no log for backups. Restart Sea-Vision first.");
    // Temporary: it goes with the connection. Until then no file of the log is removed that the copy needs.
    await this.client.query("SELECT pg_create_physical_replication_slot('sea_vision_backup', true, true)");
    await this.client.query("SELECT pg_backup_start('sea-vision', true)");
  }

  /** The copy, brought up to date by the log, is the database of this moment. The log must still be copied. */
  async end(): Promise<BackupEnd> {
    const { rows } = await this.client.query<{ label: string; last: string }>(
      "SELECT labelfile AS label, pg_walfile_name(lsn) AS last FROM pg_backup_stop(false)",
    );
    const [row] = rows;
    const firstLog = row && /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(row.label)?.[1];
    if (!row || !firstLog) throw new Error("PostgreSQL did not say which part of its log belongs to the backup.");
    return { label: row.label, firstLog, lastLog: row.last };
  }

  /** Ids of the uploads that are still received, which are the names of their files. */
  async readUploadsUnderWay(): Promise<ReadonlySet<string>> {
    const { rows } = await this.client.query<{ id: string }>(`SELECT id FROM "Upload" WHERE state <> 'complete'`);
    return new Set(rows.map(({ id }) => id));
  }

  /** Fails when the connection is lost, or silent for 30 s, and with it what kept bytes from being deleted. */
  async check(): Promise<void> {
    const look: pg.QueryConfig & { query_timeout: number } = { text: "SELECT 1", query_timeout: CHECK_LIMIT_MS };
    await this.client.query(look);
  }

  /** From now on bytes may be deleted again. */
  async close(): Promise<void> {
    await this.client.end();
  }
}
