import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type BankProcess, startBank } from './bank-process.ts'
import { analyze, openBenchmarkDatabase } from './benchmark-database.ts'
import type { Closing } from './closing.ts'
import type { Customer } from './customer.ts'
import { memoryBytesOf } from './process-watch.ts'
import { seedCustomers } from './seed.ts'
import { transferPath, transferRequests } from './transfer-request.ts'

export type LiveMeasurement = {
  /** What the open connections hold of the bank's memory, in bytes. */
  readonly memoryBytes: number
  /** From the answer to a transfer until its sender's screen hears of it, the slowest of all. */
  readonly slowestMilliseconds: number
}

/**
 * Opens so many live connections to one process of the bank, each of another customer, and lets each of them send a transfer
 * through a second process on the same database.
 */
export async function measureLive(count: number, closing: Closing): Promise<LiveMeasurement> {
  const database = await openBenchmarkDatabase(closing)
  const secretKey = randomBytes(32).toString('hex')
  const customers = await seedCustomers(database.bank, { count, secretKey })
  await analyze(database.bank)
  const start = () => startBank({ databaseUrl: database.url, secretKey, profile: undefined }, closing)
  const [here, there] = [await start(), await start()]

  // What a program needs for its first connections it does not need again.
  await closeAll(await openAll(here, customers.slice(0, 100)))
  const before = memoryOf(here)
  const screens = await openAll(here, customers)
  const memoryBytes = memoryOf(here) - before

  // Once for the code to warm up, and then what counts.
  await hearOfTransfers(there, customers, screens)
  const slowestMilliseconds = await hearOfTransfers(there, customers, screens)
  await closeAll(screens)
  await Promise.all([here.stop(), there.stop()])
  return { memoryBytes, slowestMilliseconds }
}

/** A customer's open screen. */
type Screen = { readonly socket: WebSocket; heardAt: number }

async function openAll({ address }: BankProcess, customers: readonly Customer[]): Promise<Screen[]> {
  const screens: Screen[] = []
  // Some at a time, as after a restart of the bank.
  for (let from = 0; from < customers.length; from += 50) {
    screens.push(...(await Promise.all(customers.slice(from, from + 50).map((one) => open(address, one)))))
  }
  return screens
}

async function open(address: string, { token }: Customer): Promise<Screen> {
  const headers = { cookie: `sid=${token}`, origin: address }
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/live`, { headers } as never)
  const screen: Screen = { socket, heardAt: Number.NaN }
  await new Promise<void>((resolve, reject) => {
    socket.onclose = ({ code }) => reject(new Error(`A live connection was closed with ${code}`))
    socket.onmessage = ({ data }) => {
      if (JSON.parse(String(data)).type === 'listening') resolve()
      else screen.heardAt = performance.now()
    }
  })
  return screen
}

/** Milliseconds until the last screen has heard of its customer's transfer. */
async function hearOfTransfers(
  { address }: BankProcess,
  customers: readonly Customer[],
  screens: readonly Screen[],
): Promise<number> {
  const took = customers.map(async (customer, index) => {
    const screen = screens[index]!
    const { headers, body } = transferRequests(address, [customer])()
    screen.heardAt = Number.NaN
    const response = await fetch(address + transferPath, { method: 'POST', headers, body })
    if (response.status !== 201) throw new Error(`A transfer was answered with ${response.status}`)
    await response.arrayBuffer()
    const answeredAt = performance.now()
    while (Number.isNaN(screen.heardAt)) await wait(10)
    return screen.heardAt - answeredAt
  })
  return Math.max(...(await Promise.all(took)))
}

async function closeAll(screens: readonly Screen[]): Promise<void> {
  await Promise.all(
    screens.map(
      ({ socket }) =>
        new Promise<void>((resolve) => {
          socket.onclose = () => resolve()
          socket.close()
        }),
    ),
  )
}

function memoryOf({ pid }: BankProcess): number {
  return memoryBytesOf(pid) ?? Number.NaN
}
