import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startEmbedded } from '@bank/server/embedded/start-embedded'
import type { Arguments } from './arguments.ts'
import type { Closing } from './closing.ts'
import type { Customer } from './customer.ts'
import type { Findings } from './figure.ts'
import { settle } from './history-bank.ts'
import { leanLoad } from './lean-load.ts'
import { makeHistory } from './made-history.ts'
import { median } from './median.ts'
import { seedPeople } from './seed.ts'
import { npmStart, type Started } from './start-time.ts'

const transactions = 1_000_000
const customers = 4_000
const connections = 64

/** How long `npm start` takes after the program and its PostgreSQL were killed under load, with a million transactions in the books. */
export async function restartFindings({ rounds, seconds }: Arguments, closing: Closing): Promise<Findings> {
  const dataDir = mkdtempSync(join(tmpdir(), 'truepenny-restart-'))
  closing.add(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const secretKey = randomBytes(32).toString('hex')
  console.log(`Making ${transactions.toLocaleString('en-US')} transactions…`)
  const senders = await fill(dataDir, secretKey)
  const settings = { SECRET_KEY: secretKey, RATE_LIMITS: 'off', DEMO: 'off' }
  // The first start also makes what is missing, and finds nothing to recover.
  let bank = await npmStart(dataDir, settings, closing)
  const times: number[] = []
  for (let round = 1; round <= Math.max(3, rounds); round++) {
    await killUnderLoad(dataDir, bank, senders, seconds)
    bank = await npmStart(dataDir, settings, closing)
    times.push(bank.seconds)
    console.log(`killed after ${seconds} s of load: ready after ${bank.seconds.toFixed(2)} s`)
  }
  await bank.stop()
  const text = (value: number) => value.toFixed(2)
  return {
    part: 'restart',
    tables: [
      {
        title: 'Ready after kill -9',
        headings: ['round', 'seconds'],
        rows: times.map((time, index) => [String(index + 1), text(time)]),
        notes: [
          `npm, the program and its PostgreSQL are killed at one instant, with ${transactions.toLocaleString('en-US')} transactions in the books and after ${seconds} s of transfers over ${connections} connections; from typing npm start to the Ready line`,
        ],
      },
    ],
    figures: [
      {
        name: `npm start until ready after kill -9, with ${transactions.toLocaleString('en-US')} transactions`,
        value: median(times),
        unit: ' s',
        goal: { atMost: 5 },
      },
    ],
  }
}

async function fill(dataDir: string, secretKey: string): Promise<Customer[]> {
  const { place, stop } = await startEmbedded(dataDir)
  try {
    const people = await seedPeople(place, { count: customers, secretKey })
    await makeHistory(
      place,
      people.map((person) => ({ ...person, transactions: transactions / customers })),
      console.log,
    )
    await settle(place)
    return people.map(({ token, pin }) => ({ token, pin }))
  } finally {
    await stop()
  }
}

/** Lets the senders work, then kills everything. Throws when they could not. */
async function killUnderLoad(
  dataDir: string,
  bank: Started,
  customers: readonly Customer[],
  seconds: number,
): Promise<void> {
  // Longer than it will last: it ends with the bank.
  const sending = leanLoad({
    by: 'lean',
    addresses: [bank.address],
    customers,
    connections,
    seconds: seconds + 60,
  })
  await Promise.race([wait(seconds * 1_000), sending])
  for (const pid of postgresProcesses(dataDir)) process.kill(pid, 'SIGKILL')
  await bank.kill()
  await sending.catch(() => {})
}

/** The first of them and its children. */
function postgresProcesses(dataDir: string): number[] {
  const first = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  const children = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === first)
  return [first, ...children.map(([pid]) => pid!)]
}
