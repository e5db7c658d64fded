import * as z from 'zod/mini'

/** A UUID in any case, understood in lower case: the form in which ids are stored and compared. */
export function id(missing: string) {
  return z.pipe(
    z.uuid(missing),
    z.transform((text: string) => text.toLowerCase()),
  )
}
