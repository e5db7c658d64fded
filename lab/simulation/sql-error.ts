/** An error as the driver gives it: with an SQLSTATE, or the system's code of a socket, or none. */
export function sqlError(message: string, code?: string, constraint?: string): Error {
  const error: Error & { code?: string; constraint?: string } = new Error(message)
  if (code) error.code = code
  if (constraint) error.constraint = constraint
  return error
}
