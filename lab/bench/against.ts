import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { root } from '../bank-command.ts'
import { median, medianRatio } from '../median.ts'
import type { Options } from './arguments.ts'
import { startBank } from './bank-process.ts'
import { createDatabase, type Database, startPostgres } from './database.ts'
import { versionOf } from './machine.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'
import {
  bankCost,
  bankMegabytes,
  checkpoint,
  measureRound,
  perSecond,
  postgresCost,
  type Round,
  type Scene,
  usualCustomers,
} from './scene.ts'
import { seedCustomers } from './seed.ts'

/** The rounds of one number of connections, one of each side after the other. */
type Comparison = {
  readonly connections: number
  readonly ours: Round[]
  readonly theirs: Round[]
  /** Of a second bank of the other version: what it differs from the first one is what the machine adds. */
  readonly again: Round[]
}

const sideNames = ['ours', 'theirs', 'again'] as const

/** Every order of the three sides, one for each turn of a round: what a turn leaves to the next one affects all sides alike. */
const orders = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 2, 0],
  [0, 2, 1],
  [2, 0, 1],
  [1, 0, 2],
] as const

/**
 * Compares this checkout with another one, whose packages must be installed, and that one with itself: three banks run on one
 * PostgreSQL, each with its own database, in alternating rounds of six turns. Each round starts the three programs anew, because two
 * programs of one version differ by up to 20 % in what a transfer costs them, for as long as they run.
 */
export async function compareWith(
  checkout: string,
  { connections, seconds, rounds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const server = await startPostgres(cleanup)
  const other = resolve(checkout)
  const checkouts = { ours: root, theirs: other, again: other }
  const sides: Side[] = []
  for (const name of sideNames) {
    sides.push(await openSide(name, await createDatabase(server, name), checkouts[name]))
  }
  const compared = connections.map((count): Comparison => {
    return { connections: count, ours: [], theirs: [], again: [] }
  })
  for (let round = 0; round < rounds; round++) {
    await checkpoint(server)
    await measureOnce(sides, compared, seconds)
  }
  return comparisonFindings(compared, versionOf(other))
}

type Side = Pick<Scene, 'database' | 'secretKey' | 'customers'> & {
  readonly name: (typeof sideNames)[number]
  readonly checkout: string
}

/** Creates the tables and the customers of a side. */
async function openSide(name: Side['name'], database: Database, checkout: string): Promise<Side> {
  await using running = new AsyncDisposableStack()
  const secretKey = randomBytes(32).toString('hex')
  await startBank({ url: database.url, secretKey }, running, { checkout })
  const customers = await seedCustomers(database.place, { count: usualCustomers, secretKey })
  return { name, database, secretKey, customers, checkout }
}

/** Starts the banks and measures each at each number of connections in every turn. A measurement before them does not count, because programs are slow in their first seconds. */
async function measureOnce(
  sides: readonly Side[],
  compared: readonly Comparison[],
  seconds: number,
): Promise<void> {
  await using running = new AsyncDisposableStack()
  const started: Started[] = []
  for (const side of sides) {
    const place = { url: side.database.url, secretKey: side.secretKey }
    started.push({ ...side, bank: await startBank(place, running, { checkout: side.checkout }) })
  }
  for (const { connections } of compared) {
    for (const side of started) await measureRound(side, { connections, seconds })
  }
  for (const { connections, ...rounds } of compared) {
    for (const side of orders.flatMap((order) => order.map((index) => started[index]!))) {
      const others = started.filter((other) => other !== side)
      // As a Prometheus that asks every five seconds of a side's own time.
      const isDue = rounds[side.name].length % Math.max(1, Math.round(5 / seconds)) === 0
      const scrape = isDue ? fetch(`${side.bank.address}/metrics`) : undefined
      rounds[side.name].push(await measureBeside(others, side, { connections, seconds }))
      await (await scrape)?.text()
    }
    const figures = started.map(({ name }) => {
      return `${name} ${whole(median(rounds[name].slice(-orders.length).map(perSecond)))}`
    })
    console.log(`${connections} connections, transfers/s: ${figures.join(', ')}`)
  }
}

type Started = Side & Pick<Scene, 'bank'>

/** Measures a side while the programs of the others are stopped: what their jobs still have to do would count against it. */
async function measureBeside(
  others: readonly Started[],
  side: Started,
  load: Parameters<typeof measureRound>[1],
): Promise<Round> {
  for (const { bank } of others) process.kill(bank.pid, 'SIGSTOP')
  try {
    return await measureRound(side, load)
  } finally {
    for (const { bank } of others) process.kill(bank.pid, 'SIGCONT')
  }
}

function comparisonFindings(compared: readonly Comparison[], name: string): Findings {
  const ratio = (one: Comparison, read: Reading, of: 'ours' | 'again' = 'ours') =>
    medianRatio(one[of].map(read), one.theirs.map(read))
  const both = (read: Reading) => (one: Comparison) =>
    `${whole(median(one.ours.map(read)))} to ${whole(median(one.theirs.map(read)))}`
  return {
    part: 'against',
    figures: compared.flatMap((one) => {
      const at = `at ${one.connections} connections, ratio to ${name}`
      return [
        figure(`Transfers ${at}`, ratio(one, perSecond), '', { atLeast: 0.97 }),
        figure(`Processor time per transfer ${at}`, ratio(one, totalCost), '', { atMost: 1.03 }),
      ]
    }),
    tables: [
      tableOf(
        `This checkout and ${name}, medians of ${(compared[0]?.ours.length ?? 0) / orders.length} alternating rounds of ${orders.length} turns`,
        compared,
        {
          connections: ({ connections }) => String(connections),
          'transfers/s': both(perSecond),
          'ratio of transfers': (one) => decimals(ratio(one, perSecond)),
          'to itself': (one) => decimals(ratio(one, perSecond, 'again')),
          'bank µs': both(bankCost),
          'PostgreSQL µs': both(postgresCost),
          'ratio of processor time': (one) => decimals(ratio(one, totalCost)),
          'time to itself': (one) => decimals(ratio(one, totalCost, 'again')),
          'bank MB': both(bankMegabytes),
        },
        `µs: processor time for one transfer. A ratio is the median of the ratios of paired turns. To itself: ${name} to a second bank of its own; outside 0.97 to 1.03 the machine is too busy to compare.`,
      ),
    ],
  }
}

type Reading = (round: Round) => number

function totalCost(round: Round): number {
  return bankCost(round) + postgresCost(round)
}
