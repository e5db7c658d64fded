import { setTimeout as wait } from 'node:timers/promises'

// Of all files that are sent at the same time. Several times what a line at home sends, and a tenth of what one thread could read.
const bytesPerMillisecond = 20_000
// A file that comes alone is read as fast as it is sent.
const millisecondsAhead = 250

/** The time, replaceable in tests. Both in milliseconds. */
type Time = { readonly now: () => number; readonly wait: (milliseconds: number) => Promise<unknown> }

/**
 * Reads the uploaded files of this process at one pace, 20 MB a second together after the first 5 MB, so that people who upload one
 * file after the other leave time for payments. Returns a function that passes the pieces of one file on, each in its turn; while a
 * piece waits, its sender does too. A slow file holds up no other.
 */
export function openFilePace({ now, wait: pause }: Time = { now: () => performance.now(), wait }) {
  let freeAt = 0
  return async function* paced<Piece extends { readonly length: number }>(
    pieces: AsyncIterable<Piece>,
  ): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      freeAt = Math.max(freeAt, now()) + piece.length / bytesPerMillisecond
      const ahead = freeAt - now() - millisecondsAhead
      if (ahead > 0) await pause(ahead)
      yield piece
    }
  }
}
