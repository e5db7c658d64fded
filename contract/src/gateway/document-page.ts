import * as z from 'zod/mini'

/** The most rows of a list, and of an export. */
export const listedMax = 100
export const exportedMax = 5_000

/** The most rows before a page, and the number up to which a total is exact. */
export const offsetMax = 5_000
export const totalMax = 5_000

/** Selects a page of a list of documents. The cursor is the document next to the page, which is after or before it. */
export function documentPage<Cursor extends z.ZodMiniType>(cursor: Cursor) {
  return {
    order: z.enum(['newest_first', 'oldest_first']),
    limit: z.int().check(z.minimum(1), z.maximum(exportedMax)),
    offset: z.int().check(z.minimum(0), z.maximum(offsetMax)),
    cursor: z.optional(z.strictObject({ at: cursor, isBefore: z.boolean() })),
  }
}

/** The number of selected rows, exact up to `totalMax`, where counting stops. */
export const documentTotal = z.int().check(z.minimum(0), z.maximum(totalMax))

export type Page<Cursor> = {
  readonly order: 'newest_first' | 'oldest_first'
  readonly limit: number
  readonly offset: number
  readonly cursor?: { readonly at: Cursor; readonly isBefore: boolean } | undefined
}
