import { Readable } from 'node:stream'
import type { Actor, AnswerHeaders } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { SessionLookup } from '../sessions/session-lookup.ts'
import type { FilesUnderWay } from './files-under-way.ts'

/** The pieces of a file, in order. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** A file to download: its name, and its pieces, made as they are read. */
export type FileDownload = { readonly name: string; readonly pieces: Pieces }

/** The parts of a call that a download needs. */
export type FileCall = {
  readonly bank: {
    readonly filesUnderWay: FilesUnderWay
    readonly sessions: Pick<SessionLookup, 'follow'>
  }
  readonly actor: Pick<Actor, 'userId' | 'key'>
  readonly answer: Pick<AnswerHeaders, 'header'>
  readonly signalOf: () => AbortSignal
}

/**
 * Streams a file to the caller. One at a time for each user: throws `export_under_way` during another download of the
 * user, and `busy` during too many of others. The place is free again when the file is sent or the caller hangs up. When the
 * caller's session ends, the connection is closed in the middle of the file: a client sees that it is incomplete.
 */
export async function exportFile(
  call: FileCall,
  open: (isSignedIn: () => Promise<boolean>) => Promise<FileDownload> | FileDownload,
): Promise<Readable> {
  const { bank, actor, answer, signalOf } = call
  // Called more than once: a stream is also closed after its end, when the next download may have begun.
  const release = bank.filesUnderWay.begin(actor.userId)
  // Also while the file is being opened, or before its first piece is read.
  signalOf().addEventListener('abort', release, { once: true })
  try {
    const isSignedIn = await bank.sessions.follow(actor.key)
    const { name, pieces } = await open(isSignedIn)
    answer.header('content-disposition', `attachment; filename="${name}"`)
    const sent = released(whileSignedIn(isSignedIn, pieces), release)
    return Readable.from(sent, { objectMode: false }).once('close', release)
  } catch (error) {
    release()
    throw error
  }
}

/** Throws `signed_out` in place of the next piece after the caller's session has ended. */
async function* whileSignedIn(
  isSignedIn: () => Promise<boolean>,
  pieces: Pieces,
): AsyncGenerator<string | Uint8Array> {
  for await (const piece of pieces) {
    if (!(await isSignedIn())) throw new Refusal('signed_out')
    yield piece
  }
}

async function* released(pieces: Pieces, release: () => void): AsyncGenerator<string | Uint8Array> {
  try {
    yield* pieces
  } finally {
    // Before the last piece is sent, so that the next download can begin at once.
    release()
  }
}
