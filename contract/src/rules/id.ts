import * as z from 'zod/mini'

/** A UUID in either case, converted to lower case, as ids are stored and compared. */
export function id(missing: string) {
  return z.pipe(
    z.uuid(missing),
    z.transform((text: string) => text.toLowerCase()),
  )
}
