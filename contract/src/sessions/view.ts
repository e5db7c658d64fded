import * as z from 'zod/mini'

/** One of one's own open sessions. Its id names it; it opens nothing. */
const listedSession = z.object({
  id: z.uuid(),
  /** The browser's family, such as Firefox; Other when it is not known. */
  browser: z.string(),
  /** The network it was opened from: a /24 or a /64, never a whole address. Empty when it is not known. */
  network: z.string(),
  signedInAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  /** True for the session that asks. */
  isCurrent: z.boolean(),
})

/** One's own open sessions: the one that asks first, then the last seen. */
export const sessionList = z.object({ sessions: z.array(listedSession) })

export type ListedSession = z.output<typeof listedSession>
export type SessionList = z.output<typeof sessionList>
