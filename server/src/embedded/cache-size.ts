/**
 * How much of a machine's memory, in bytes, PostgreSQL keeps pages in, in its own notation. Books of millions of entries are
 * read at random, and each page that is not there costs a call of the system; it is taken only as far as the books fill it.
 */
export function cacheSize(machineBytes: number): string {
  const mebibytes = Math.floor(machineBytes / 16 / 2 ** 20)
  return `${Math.min(1_024, Math.max(128, mebibytes))}MB`
}
