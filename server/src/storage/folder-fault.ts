import { errorCodeOf } from '../postgres/transient-error.ts'
import { reasonOf } from '../reason-of.ts'

/**
 * The error for the operator when a folder of backups cannot be written: which folder, and why. Other errors are returned as
 * they are.
 */
export function folderFault(error: unknown, folder: string): unknown {
  const reason = reasons[errorCodeOf(error) ?? '']
  return reason === undefined ? error : new Error(`${folder} cannot be written: ${reason}.`, { cause: error })
}

/** Why a folder cannot be used, in words where the disk or the rights are the reason. */
export function folderReason(error: unknown): string {
  return reasons[errorCodeOf(error) ?? ''] ?? reasonOf(error)
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  EROFS: 'its disk is read-only',
  EACCES: 'this user has no right to',
  EPERM: 'this user has no right to',
  EIO: 'its disk reports an error',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a file with its name exists',
  ENAMETOOLONG: 'its path is too long',
}
