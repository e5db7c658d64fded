/**
 * True for an error that may not occur when the same work is run again: a conflict with other work (40001, 40P01, 55P03), a
 * statement timeout (57014), a server without resources (53*) or on a read-only disk, a lost connection.
 */
export function isTransientError(error: unknown): boolean {
  return (
    isLostConnection(error) ||
    isOnReadOnlyDisk(error) ||
    /^(40001|40P01|55P03|57014|53...)$/.test(errorCodeOf(error) ?? '')
  )
}

/**
 * True when the connection cannot be used any more: broken (08*), ended by the server (57P0*, 25P03), or to a server that has
 * become a read-only replica (25006). The driver's errors have no code, or the system's code of the socket. One without a code
 * also reports a malformed answer, after which answers can no longer be matched to statements.
 */
export function isLostConnection(error: unknown): boolean {
  const code = errorCodeOf(error)
  if (code === undefined)
    return error instanceof Error && /connection|timeout|not queryable|invalid response/i.test(error.message)
  // ECONNRESET and the like. ERR_INVALID_ARG_TYPE and the like are errors of the program.
  return /^E(?!RR_)[A-Z_]+$/.test(code) || /^(08...|57P0.|25P03|25006)$/.test(code)
}

/**
 * True for an error that any commit would get: a server without space, memory or connections (53*), a disk that does not work
 * (58*) or has become read-only, a lost connection.
 */
export function isServerFailure(error: unknown): boolean {
  return isLostConnection(error) || isOnReadOnlyDisk(error) || /^5[38]...$/.test(errorCodeOf(error) ?? '')
}

/** True where PostgreSQL could not open or write a file: it gives a read-only disk the code of a missing right on a table. */
function isOnReadOnlyDisk(error: unknown): boolean {
  return (
    errorCodeOf(error) === '42501' && /^could not .*: Read-only file system$/.test((error as Error).message)
  )
}

/** SQLSTATE, or the system's code; undefined for an error without one. */
export function errorCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
