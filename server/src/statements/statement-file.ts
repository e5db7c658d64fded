import { Readable } from 'node:stream'
import type { PeriodQuery } from '@bank/contract/statement-period'
import type { Bank } from '../bank.ts'
import type { Actor, Answer } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { openStatement, type Statement } from './statement.ts'

type Asked = {
  readonly bank: Bank
  readonly actor: Actor
  readonly query: PeriodQuery
  readonly now: Date
  readonly answer: Answer
}

/** The pieces of a file, in their order. */
export type Pieces = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/**
 * One's own statement as a file to keep, made of pieces as fast as they are taken. One at a time for each person:
 * throws `export_under_way` while another is on its way to them.
 */
export async function exportStatement(
  { bank, actor, query, now, answer }: Asked,
  ending: 'csv' | 'pdf' | 'ofx',
  piecesOf: (statement: Statement) => Promise<Pieces> | Pieces,
): Promise<Readable> {
  const { exportsUnderWay } = bank
  if (exportsUnderWay.has(actor.userId)) throw new Refusal('export_under_way')
  exportsUnderWay.add(actor.userId)
  const release = () => void exportsUnderWay.delete(actor.userId)
  try {
    const statement = await openStatement(bank, actor, query, now)
    const pieces = await piecesOf(statement)
    const { from, to } = statement.period
    answer.header('content-disposition', `attachment; filename="statement-${from}-to-${to}.${ending}"`)
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
