/** A durable server that takes bulk inserts well: long distances between checkpoints. Its WAL holds what a backup of a running server needs. */
const productSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  shared_buffers: "256MB",
  effective_cache_size: "1GB",
  work_mem: "16MB",
  maintenance_work_mem: "256MB",
  wal_level: "replica",
  max_wal_senders: "0",
  max_logical_replication_workers: "0",
  wal_buffers: "16MB",
  max_wal_size: "2GB",
  checkpoint_timeout: "15min",
  random_page_cost: "1.1",
  // Parallel workers share memory in /dev/shm, which containers limit to 64 MB.
  max_parallel_workers_per_gather: "0",
  jit: "off",
  timezone: "UTC",
  log_timezone: "UTC",
  log_min_messages: "warning",
  logging_collector: "off",
};

/** For data that lives as long as a test run. */
const throwAwaySettings = { fsync: "off", synchronous_commit: "off", full_page_writes: "off", shared_buffers: "128MB" };

/**
 * Arguments of `postgres`. They stand on the command line rather than in the cluster, so that a new release brings new ones.
 * @param durable false only where a power cut may cost the data.
 */
export function settingArguments(port: number, durable: boolean): string[] {
  const settings = { ...productSettings, ...(durable ? {} : throwAwaySettings), port: String(port) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
