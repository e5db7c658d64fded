import { setTimeout as wait } from 'node:timers/promises'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import { median } from '../median.ts'
import type { Options } from './arguments.ts'
import { npmStart } from './bank-process.ts'
import { query, temporaryFolder } from './database.ts'
import { makeHistory } from './history.ts'
import { openOpenLoop } from './open-loop.ts'
import { type Times, timesOf } from './reading.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'

const load = { perSecond: 500, seconds: 10 }
const minute = 60_000

/** The transfers of ten seconds. */
type Round = { readonly when: 'before' | 'during the check' | 'after'; readonly transfers: Times }

/** Measures the daily check of the books beside 500 transfers a second, and those before, during and after it. */
export async function measureBooksCheck(
  { entries: size, rounds: count }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const folder = temporaryFolder(cleanup)
  console.log(`Creating books of ${whole(size)} entries…`)
  const { ownerAddress, stop } = await startEmbedded(folder)
  const history = makeHistory(ownerAddress, size).finally(() => query(ownerAddress, listNothing))
  const { secretKey, customers } = await history.finally(stop)
  // After the rounds before it: a first one, which does not count because programs start slowly, and those of `--rounds`.
  const checkedAt = Math.ceil((Date.now() + (count + 2) * load.seconds * 1_000) / minute) * minute
  const clock = { TIME_ZONE: 'UTC', CHECK_BOOKS_AT: new Date(checkedAt).toISOString().slice(11, 16) }
  const settings = { SECRET_KEY: secretKey, RATE_LIMITS: 'off', DEMO: 'off', DATA_DIR: folder, ...clock }
  const bank = await npmStart(settings, cleanup)
  const sender = openOpenLoop(bank.address, customers)
  const measured: Round[] = []

  async function sendRound(when: Round['when']): Promise<void> {
    const { lost, milliseconds } = await sender.send(load)
    if (lost.length > 0) throw new Error(`${lost.length} transfers were lost: ${lost[0]}`)
    const transfers = timesOf(milliseconds)
    console.log(`${when}: p50 ${decimals(transfers.p50)}, p99 ${decimals(transfers.p99)} ms`)
    measured.push({ when, transfers })
  }

  for (let round = 0; round <= count; round++) await sendRound('before')
  measured.shift()
  await wait(Math.max(0, checkedAt - Date.now()))
  let finishedAt: number | undefined
  while (finishedAt === undefined) {
    await sendRound('during the check')
    finishedAt = await whenChecked(bank.address)
  }
  for (let round = 0; round < count; round++) await sendRound('after')
  sender.close()
  await bank.stop()
  return checkFindings(measured, (finishedAt - checkedAt) / 1_000)
}

// Otherwise the history would be copied into the list of all transactions beside what is measured.
const listNothing = `insert into listing_progress (read_at, filled_after) values (now(), null);
  insert into listed_batches select writer_id, max(batch_no) from batches group by writer_id`

/** When the check was finished, in milliseconds since 1970; undefined before. Throws when the books are not in order. */
async function whenChecked(address: string): Promise<number | undefined> {
  const metrics = await (await fetch(`${address}/metrics`)).text()
  const finishedAt = /^bank_books_checked_time_seconds (\S+)$/m.exec(metrics)?.[1]
  if (finishedAt === undefined) return undefined
  if (!/^bank_books_in_order 1$/m.test(metrics)) throw new Error('The check found wrong books.')
  return Number(finishedAt) * 1_000
}

/** The p99 of the rounds during the check beside those before: at most doubled. */
function checkFindings(measured: readonly Round[], seconds: number): Findings {
  const p99 = (when: Round['when']) =>
    median(measured.filter((round) => round.when === when).map(({ transfers }) => transfers.p99))
  const usual = p99('before')
  const times = p99('during the check') / usual
  return {
    part: 'books-check',
    figures: [
      figure('The daily check beside 500 transfers a second', seconds, ' s'),
      figure('p99 of transfers before', usual, ' ms'),
      figure('p99 during the check to before, median of the rounds', times, '', { atMost: 2 }),
    ],
    tables: [
      tableOf(`${load.perSecond} transfers a second in rounds of ${load.seconds} s`, measured, {
        round: ({ when }) => when,
        'p50 ms': ({ transfers }) => decimals(transfers.p50),
        'p99 ms': ({ transfers }) => decimals(transfers.p99),
        'max ms': ({ transfers }) => decimals(transfers.max),
      }),
    ],
  }
}
