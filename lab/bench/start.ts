import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresIn } from '../chaos/postgres-in-use.ts'
import { median } from '../median.ts'
import type { Options } from './arguments.ts'
import { type BankProcess, npmStart } from './bank-process.ts'
import { fillDataFolder, temporaryFolder } from './data-folder.ts'
import { sendTransfers } from './load.ts'
import { decimals, type Findings, figure, whole } from './report.ts'
import type { Customer } from './seed.ts'

/** Measures `npm start` until the Ready line, without data and with the data of the start before. */
export async function measureStart(_: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const folder = temporaryFolder(cleanup)
  const secondsWith = async (name: string) => {
    const { secondsToReady, stop } = await npmStart({ DATA_DIR: join(folder, name) }, cleanup)
    await stop()
    return secondsToReady
  }
  // Installs and builds what is missing.
  await secondsWith('untimed')
  const first = await secondsWith('data')
  const again = await secondsWith('data')
  return {
    part: 'start',
    figures: [
      figure('npm start until ready, without data', first, ' s'),
      figure('npm start until ready, with data', again, ' s', { atMost: 3 }),
    ],
  }
}

const books = { customers: 4_000, transactionsOfEach: 250 }
const connections = 64

/** Measures `npm start` until the Ready line after the program and its PostgreSQL were killed under load. */
export async function measureRestart(
  { rounds, seconds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const folder = temporaryFolder(cleanup)
  const transactions = whole(books.customers * books.transactionsOfEach)
  console.log(`Creating ${transactions} transactions…`)
  const lengths = Array<number>(books.customers).fill(books.transactionsOfEach)
  const { secretKey, customers } = await fillDataFolder(folder, lengths)
  const settings = { DATA_DIR: folder, SECRET_KEY: secretKey, RATE_LIMITS: 'off', DEMO: 'off' }
  let bank = await npmStart(settings, cleanup)
  const times: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await killUnderLoad(folder, bank, customers, seconds)
    bank = await npmStart(settings, cleanup)
    times.push(bank.secondsToReady)
    console.log(`Killed after ${seconds} s of load: ready after ${decimals(bank.secondsToReady)} s`)
  }
  await bank.stop()
  const name = `npm start until ready after kill -9, with ${transactions} transactions`
  return { part: 'restart', figures: [figure(name, median(times), ' s', { atMost: 5 })] }
}

async function killUnderLoad(
  folder: string,
  bank: BankProcess,
  customers: readonly Customer[],
  seconds: number,
): Promise<void> {
  // The load is longer than the bank lives, and fails with it.
  const sending = sendTransfers(bank.address, customers, { connections, seconds: seconds + 1 }).catch(
    () => {},
  )
  await wait(seconds * 1_000)
  for (const pid of postgresIn(folder).processes()) process.kill(pid, 'SIGKILL')
  await bank.kill()
  await sending
}
