/**
 * True for an error that may not come again when the same work is tried once more: a conflict with other work (40001,
 * 40P01, 55P03), a statement that was ended for its time (57014), a server without room (53*), a lost connection.
 */
export function isTransientError(error: unknown): boolean {
  return isLostConnection(error) || /^(40001|40P01|55P03|57014|53...)$/.test(codeOf(error) ?? '')
}

/**
 * True when the connection itself is of no more use: broken (08*), ended by the server (57P0*, 25P03), or led to one that
 * has become a read-only replica (25006). The driver says so without a code, or with the system's for its socket; without
 * one, too, where it cannot read what came, after which no answer can be told from another.
 */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined)
    return error instanceof Error && /connection|timeout|not queryable|invalid response/i.test(error.message)
  // ECONNRESET and the like. ERR_INVALID_ARG_TYPE and the like are a program's own faults.
  return /^E(?!RR_)[A-Z_]+$/.test(code) || /^(08...|57P0.|25P03|25006)$/.test(code)
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
