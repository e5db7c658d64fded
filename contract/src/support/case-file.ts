/** The limits of a file in a case. The server checks its contents. */
export const caseFileRules = {
  types: ['image/png', 'image/jpeg', 'application/pdf'],
  bytesMax: 5 * 1024 * 1024,
  otherType: 'file_unreadable',
  tooLarge: 'file_too_large',
} as const

/** All files of a case together. */
export const caseBytesMax = 20 * 1024 * 1024
export const caseFilesMax = 50

/** For so many minutes after it was written an entry can get files. */
export const attachMinutesMax = 60

/** The messages of the refusals of a file that a case cannot have. */
export const caseFileMessages = {
  file_missing: 'Choose a file that is not empty',
  file_too_large: 'A file can have at most 5 MB',
  file_unreadable: 'This file isn’t a valid PNG, JPEG or PDF. Choose another one',
  case_files_too_large: 'A message can have at most 50 files, which have 20 MB together',
} as const

/** The message about files that an entry cannot have by their types and sizes (in bytes). */
export function caseFilesError(
  files: readonly { readonly type: string; readonly size: number }[],
): string | undefined {
  for (const { type, size } of files) {
    if (size === 0) return caseFileMessages.file_missing
    if (size > caseFileRules.bytesMax) return caseFileMessages.file_too_large
    if (!caseFileRules.types.some((allowed) => allowed === type)) return caseFileMessages.file_unreadable
  }
  return undefined
}
