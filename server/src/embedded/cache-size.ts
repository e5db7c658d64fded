/**
 * The size of PostgreSQL's page cache (`shared_buffers`) on a machine with this much memory: a sixteenth, from 128 MB to 1 GB.
 * Millions of entries are read at random, and each page that is not in the cache costs a system call.
 */
export function cacheSize(machineBytes: number): string {
  const mebibytes = Math.floor(machineBytes / 16 / 2 ** 20)
  return `${Math.min(1_024, Math.max(128, mebibytes))}MB`
}
