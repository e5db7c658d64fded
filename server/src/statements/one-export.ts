import { Readable } from 'node:stream'
import type { Bank } from '../bank.ts'
import type { Actor, AnswerHeaders } from '../call.ts'

/** The pieces of a file, in their order. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** A file on its way to its owner: what it is called, and its pieces, made as fast as they are taken. */
export type FileToKeep = { readonly name: string; readonly pieces: Pieces }

/**
 * Sends somebody a file to keep. One at a time for each person: throws `export_under_way` while another is on its way
 * to them.
 */
export async function exportFile(
  { bank, actor, answer }: { bank: Bank; actor: Actor; answer: AnswerHeaders },
  open: () => Promise<FileToKeep> | FileToKeep,
): Promise<Readable> {
  // Called twice: after its end a file is closed, too, and by then the next one may be under way.
  const release = bank.filesUnderWay.begin(actor.userId)
  try {
    const { name, pieces } = await open()
    answer.header('content-disposition', `attachment; filename="${name}"`)
    // Also when the browser goes away, in the middle or before anything was taken.
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
    // Before the last of it leaves, so that whoever has it may ask for the next at once.
    release()
  }
}
