/** Said before a backup is restored without knowing who wrote it. */
export const unauthenticatedNotice =
  'Warning: the backup is restored without its authentication. Anyone who could write it could have changed it, and functions in a ' +
  'database are code that runs as this user.'
