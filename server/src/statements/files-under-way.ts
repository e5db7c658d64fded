import { openLimiter } from '../limiter.ts'
import { Refusal } from '../refusal.ts'

/** The files that users are downloading: one at a time for each user, and a limited number in this process. */
export type FilesUnderWay = ReturnType<typeof openFilesUnderWay>

// Each keeps two chunks in memory, about 2 MB, for as long as a slow client takes.
const filesMax = 50

export function openFilesUnderWay() {
  const userIds = new Set<string>()
  // Each file waits for one chunk at most; so do those that were given up a moment ago.
  const oneAtATime = openLimiter({ atOnceMax: 1, waitingMax: 2 * filesMax })
  return {
    count: () => userIds.size,
    /**
     * Returns a function that ends the download and may be called twice. Throws `export_under_way` during another download of the
     * user, and `busy` during too many of other users.
     */
    begin(userId: string): () => void {
      if (userIds.has(userId)) throw new Refusal('export_under_way')
      if (userIds.size >= filesMax) throw new Refusal('busy')
      userIds.add(userId)
      let isUnderWay = true
      return () => {
        if (isUnderWay) userIds.delete(userId)
        isUnderWay = false
      }
    },
    /**
     * Reads the next chunk of a file. The files take turns, so that together they use one connection of the pool and delay the
     * requests of other users by no more than one file does.
     */
    inTurn: <Chunk>(read: () => Promise<Chunk>): Promise<Chunk> => oneAtATime('chunk', read),
  }
}
