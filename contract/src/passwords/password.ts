import * as z from 'zod/mini'

/** 8 to 128 characters of any kind, neither trimmed nor truncated. */
export const password = z
  .string('Password must be at least 8 characters')
  .check(
    z.minLength(8, { error: 'Password must be at least 8 characters', abort: true }),
    z.maxLength(128, { error: 'Password must be at most 128 characters', abort: true }),
  )
