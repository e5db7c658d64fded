import { errorCodeOf } from '../postgres/transient-error.ts'

const code = 'ARCHIVE_UNUSABLE'

/** The error of an archive that cannot go on: it lacks WAL that is gone, or has WAL that is not the server's. Another one must begin. */
export function unusableArchive(message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, { cause }), { code })
}

export function isUnusableArchive(error: unknown): boolean {
  return errorCodeOf(error) === code
}
