import pg from "pg";
import { BACKUP_LOCK, NO_BACKUP_RUNS } from "../../lib/blobs/backup-lock";
import { RECORD_BACKUP } from "../../lib/storage/mutations";
import { listReceiving } from "../../lib/storage/references/blob-references";

const CHECK_LIMIT_MS = 30_000;

/** A base backup on one connection, whose lock keeps stored files from being deleted. */
export class BackupSession {
  private constructor(private readonly client: pg.Client) {}

  /** Takes the backup lock. Waits for deletions that are running. @throws Error when another backup runs */
  static async open(databaseUrl: string): Promise<BackupSession> {
    const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: 10_000 });
    // After a lost connection the next statement fails, so the event needs no handling.
    client.on("error", () => undefined);
    await client.connect();
    try {
      const { rows } = await client.query<{ isFree: boolean }>(`SELECT ${NO_BACKUP_RUNS} AS "isFree"`);
      if (!rows[0]?.isFree) throw new Error("Another backup is running. Wait for its end.");
      await client.query("SELECT pg_advisory_lock($1)", [BACKUP_LOCK]);
      return new BackupSession(client);
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  /** Returns the system identifier of the cluster. Backups of the same product have the same one. */
  async readIdentity(): Promise<string> {
    const { rows } = await this.client.query<{ identity: string }>("SELECT system_identifier::text AS identity FROM pg_control_system()");
    return rows[0]?.identity ?? "";
  }

  /** Starts the base backup. From now on the files of the cluster may be copied. */
  async begin(): Promise<void> {
    const { rows } = await this.client.query<{ wal_level: string }>("SHOW wal_level");
    if (rows[0]?.wal_level === "minimal")
      throw new Error("The database was started by an older release, which kept no log for backups. Restart Sea-Vision first.");
    // The temporary slot keeps the log until the connection ends.
    await this.client.query("SELECT pg_create_physical_replication_slot('sea_vision_backup', true, true)");
    await this.client.query("SELECT pg_backup_start('sea-vision', true)");
  }

  /** Ends the base backup. The copy needs `label` as the file backup_label, and the write-ahead log from `firstLog` to `lastLog`. */
  async end(): Promise<{ label: string; firstLog: string; lastLog: string }> {
    const { rows } = await this.client.query<{ label: string; lastLog: string }>(
      'SELECT labelfile AS label, pg_walfile_name(lsn) AS "lastLog" FROM pg_backup_stop(false)',
    );
    const firstLog = /^START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)$/m.exec(rows[0]?.label ?? "")?.[1];
    if (!rows[0] || !firstLog) throw new Error("PostgreSQL did not say which part of its log belongs to the backup.");
    return { ...rows[0], firstLog };
  }

  async readUnfinishedUploads(): Promise<ReadonlySet<string>> {
    return new Set(await listReceiving());
  }

  /** Checks that the connection, and so the lock, is still there. @throws Error when it is lost or silent for 30 s */
  async check(): Promise<void> {
    const query: pg.QueryConfig & { query_timeout: number } = { text: "SELECT 1", query_timeout: CHECK_LIMIT_MS };
    await this.client.query(query);
  }

  /** Records that the backup is complete, for the checklist of the dashboard. The backup is good without it. */
  async recordDone(): Promise<void> {
    await this.client.query(RECORD_BACKUP).catch(() => undefined);
  }

  async close(): Promise<void> {
    await this.client.end();
  }
}
