import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { root } from '../bank-command.ts'
import { median, medianRatio } from '../median.ts'
import type { Options } from './arguments.ts'
import { startBank } from './bank-process.ts'
import { createDatabase, type Database, startPostgres } from './database.ts'
import { versionOf } from './machine.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'
import { takeTurns } from './rounds.ts'
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
  readonly ours: readonly Round[]
  readonly theirs: readonly Round[]
  /** Of a second bank of the other version: what it differs from the first one is what the machine adds. */
  readonly again: readonly Round[]
}

/**
 * Compares this checkout with another one, whose packages must be installed, and that one with itself: three banks run on one
 * PostgreSQL, each with its own database, in alternating rounds.
 */
export async function compareWith(
  checkout: string,
  { connections, seconds, rounds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const server = await startPostgres(cleanup)
  const ours = await openSide(await createDatabase(server, 'ours'), root, cleanup)
  const theirs = await openSide(await createDatabase(server, 'theirs'), resolve(checkout), cleanup)
  const again = await openSide(await createDatabase(server, 'again'), resolve(checkout), cleanup)
  const compared: Comparison[] = []
  for (const count of connections) {
    await checkpoint(server)
    const measured = await takeTurns([ours, theirs, again], rounds, async (side) => {
      const round = await measureRound(side, { connections: count, seconds })
      console.log(`${count} connections, ${side.version}: ${whole(round.perSecond)} transfers/s`)
      return round
    })
    compared.push({ connections: count, ours: measured[0]!, theirs: measured[1]!, again: measured[2]! })
  }
  return comparisonFindings(compared, theirs.version)
}

type Side = Pick<Scene, 'bank' | 'database' | 'customers'> & { readonly version: string }

async function openSide(database: Database, checkout: string, cleanup: AsyncDisposableStack): Promise<Side> {
  const secretKey = randomBytes(32).toString('hex')
  const bank = await startBank({ url: database.url, secretKey }, cleanup, { checkout })
  const customers = await seedCustomers(database.place, { count: usualCustomers, secretKey })
  return { bank, database, customers, version: versionOf(checkout) }
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
        `This checkout and ${name}, medians of ${compared[0]?.ours.length} alternating rounds`,
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
        `µs: processor time for one transfer. A ratio is the median of the ratios of paired rounds. To itself: ${name} to a second bank of its own; outside 0.97 to 1.03 the machine is too busy to compare.`,
      ),
    ],
  }
}

type Reading = (round: Round) => number

function totalCost(round: Round): number {
  return bankCost(round) + postgresCost(round)
}
