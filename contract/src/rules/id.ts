import * as z from 'zod/mini'

/** A UUID in either case, converted to lower case, as ids are stored and compared. */
export function id(missing: string) {
  return z.uuid(missing).check(z.overwrite((text) => text.toLowerCase()))
}
