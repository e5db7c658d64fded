import * as z from 'zod/mini'

/** At least 10 digits, with the usual separators. */
export const phone = z.pipe(
  z.string('Phone number must be at least 10 digits').check(
    z.refine((text) => text.length <= 40, {
      error: 'Phone number must be at most 40 characters',
      abort: true,
    }),
  ),
  z.pipe(
    z.transform((text: string) => text.trim()),
    z
      .string()
      .check(
        z.refine(
          (text) => /^\+?[0-9 ().\-/]+$/.test(text) && (text.match(/[0-9]/g)?.length ?? 0) >= 10,
          'Phone number must be at least 10 digits',
        ),
      ),
  ),
)
