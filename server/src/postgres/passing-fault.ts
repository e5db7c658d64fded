/**
 * True for an error that may not come again when the same work is tried once more: a conflict with other work (40001,
 * 40P01, 55P03), a connection that was lost or refused (08*, 57P0*, no code at all), a server without room (53300).
 */
export function isPassingFault(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined) return isLostConnection(error)
  return /^(40001|40P01|55P03|08...|57P0.|53300)$/.test(code)
}

const socketFaults = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** True when the connection itself is gone. The driver says so without a code, or with the socket's. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined)
    return error instanceof Error && /connection|timeout|not queryable/i.test(error.message)
  return socketFaults.has(code) || /^(08...|57P0.)$/.test(code)
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}
