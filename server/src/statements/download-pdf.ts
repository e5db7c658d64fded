import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { endpoints } from '@bank/contract/endpoints'
import type { StatementLine } from '@bank/contract/statement-view'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import type { PaperStatement } from './draw-pdf.ts'
import { eachThousandEntries, lineOf } from './statement.ts'
import { exportStatement } from './statement-file.ts'

/** Some 250 pages. What is longer is for a spreadsheet. */
const linesMax = 10_000n

/** One's own statement as a PDF, drawn in a thread of its own, one after the other in this process. */
export function downloadPdf(call: Call<typeof endpoints.downloadStatementPdf>): Promise<Readable> {
  const { bank } = call
  return exportStatement(call, 'pdf', async (statement) => {
    if (statement.last - statement.after > linesMax) throw new Refusal('statement_too_long')
    return bank.oneAtATime('draw a statement', async () => {
      const { inTransitMinor } = statement
      const lines: StatementLine[] = []
      for await (const entries of eachThousandEntries(bank, statement)) lines.push(...entries.map(lineOf))
      return [await draw({ bankName: bank.config.bankName, statement, lines, inTransitMinor })]
    })
  })
}

// Several times what the longest takes on a slow machine, in time and in memory.
const drawingMillisecondsMax = 60_000
const drawingMegabytesMax = 512

async function draw(paper: PaperStatement): Promise<Uint8Array> {
  const worker = new Worker(new URL('./draw-pdf.ts', import.meta.url), {
    workerData: paper,
    resourceLimits: { maxOldGenerationSizeMb: drawingMegabytesMax },
  })
  const tooLong = AbortSignal.timeout(drawingMillisecondsMax)
  try {
    const [bytes] = await once(worker, 'message', { signal: tooLong })
    return bytes as Uint8Array
  } catch (error) {
    throw tooLong.aborted ? new Refusal('busy') : error
  } finally {
    await worker.terminate()
  }
}
