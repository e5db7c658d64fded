import { Readable } from 'node:stream'
import type { Bank } from '../bank.ts'
import { Refusal } from '../refusal.ts'

/** The pieces of a file, in their order. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * A file to keep, made of pieces as fast as they are taken. One at a time for each person: throws `export_under_way`
 * while another is on its way to them.
 */
export async function exportOne(
  { exportsUnderWay }: Pick<Bank, 'exportsUnderWay'>,
  userId: string,
  make: () => Promise<Pieces>,
): Promise<Readable> {
  if (exportsUnderWay.has(userId)) throw new Refusal('export_under_way')
  exportsUnderWay.add(userId)
  const release = () => void exportsUnderWay.delete(userId)
  try {
    // Also when the browser goes away, in the middle or before anything was taken.
    return Readable.from(releasing(await make(), release), { objectMode: false }).once('close', release)
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
