import { Readable } from 'node:stream'
import type { Bank } from '../bank.ts'
import type { Actor, AnswerHeaders } from '../call.ts'

/** The pieces of a file, in order. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** A file to download: its name, and its pieces, made as they are read. */
export type FileDownload = { readonly name: string; readonly pieces: Pieces }

/**
 * Streams a file to the caller. One at a time for each user: throws `export_under_way` during another download of the
 * user.
 */
export async function exportFile(
  { bank, actor, answer }: { bank: Bank; actor: Actor; answer: AnswerHeaders },
  open: () => Promise<FileDownload> | FileDownload,
): Promise<Readable> {
  // Called twice, because a stream is also closed after its end, when the next download may have begun.
  const release = bank.filesUnderWay.begin(actor.userId)
  try {
    const { name, pieces } = await open()
    answer.header('content-disposition', `attachment; filename="${name}"`)
    // Also when the browser disconnects, in the middle or before the first piece.
    return Readable.from(releasing(pieces, release), { objectMode: false }).once('close', release)
  } catch (error) {
    release()
    throw error
  }
}

async function* releasing(pieces: Pieces, release: () => void): AsyncGenerator<string | Uint8Array> {
  try {
    yield* pieces
  } finally {
    // Before the last piece is sent, so that the next download can begin at once.
    release()
  }
}
