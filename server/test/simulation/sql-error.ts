/** An error as the driver gives it: with an SQLSTATE, or the system's code of a socket, or none. */
export function sqlError(message: string, code?: string, constraint?: string): Error {
  return Object.assign(new Error(message), code && { code }, constraint && { constraint })
}
