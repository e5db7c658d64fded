import { median, medianRatio } from '../median.ts'
import type { Options } from './arguments.ts'
import { type BankProcess, startBank } from './bank-process.ts'
import { type DatabaseUse, watchDatabase } from './database.ts'
import { sendTransfers } from './load.ts'
import { machineSeconds, watchProcess } from './processes.ts'
import { decimals, type Findings, figure, tableOf, whole } from './report.ts'
import { takeTurns } from './rounds.ts'
import { checkpoint, openScene, requireBooked, type Scene } from './scene.ts'

/** A round of transfers through several processes of the bank. Seconds are processor time of all of them. */
type SharedRound = {
  readonly perSecond: number
  readonly acknowledged: number
  readonly bankSeconds: number
  /** Of the threads that run the event loops. */
  readonly loopSeconds: number
  readonly senderSeconds: number
  /** Of everything on the machine. */
  readonly machineSeconds: number
  readonly database: DatabaseUse
}

/** All rounds through one number of processes at one number of connections, and those through the first number of processes. */
type Measurement = {
  readonly connections: number
  readonly processes: number
  readonly rounds: readonly SharedRound[]
  readonly first: readonly SharedRound[]
}

/** Measures the same load on several numbers of processes of the bank, on one database, in alternating rounds. */
export async function measureProcesses(
  { connections, processes, rounds, seconds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const scene = await openScene(cleanup)
  const { database, secretKey, bank, customers } = scene
  const banks = [bank]
  while (banks.length < Math.max(...processes)) {
    banks.push(await startBank({ url: database.url, secretKey }, cleanup))
  }
  const measured: Measurement[] = []
  for (const count of connections) {
    await checkpoint(database)
    // Each process needs a connection.
    const sides = processes.filter((each) => each <= count)
    const taken = await takeTurns(sides, rounds, async (side) => {
      const round = await measureShared(
        banks.slice(0, side),
        { database, customers },
        { connections: count, seconds },
      )
      console.log(`${count} connections, ${side} processes: ${whole(round.perSecond)} transfers/s`)
      return round
    })
    for (const [index, side] of sides.entries())
      measured.push({ connections: count, processes: side, rounds: taken[index]!, first: taken[0]! })
  }
  return processFindings(measured)
}

/** Sends one round, with the same share of the connections for each process. */
async function measureShared(
  banks: readonly BankProcess[],
  { database, customers }: Pick<Scene, 'database' | 'customers'>,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<SharedRound> {
  const stopDatabase = await watchDatabase(database.place)
  const stops = banks.map(({ pid }) => watchProcess(pid))
  const senderBefore = process.cpuUsage()
  const machineBefore = machineSeconds()
  try {
    const loads = await Promise.all(
      banks.map(({ address }) =>
        sendTransfers(address, customers, { connections: Math.round(connections / banks.length), seconds }),
      ),
    )
    const { user, system } = process.cpuUsage(senderBefore)
    const machineAfter = machineSeconds()
    const uses = stops.map((stop) => stop())
    const round = {
      perSecond: sum(loads.map(({ perSecond }) => perSecond)),
      acknowledged: sum(loads.map(({ acknowledged }) => acknowledged)),
      bankSeconds: sum(uses.map(({ processorSeconds }) => processorSeconds)),
      loopSeconds: sum(uses.map(({ mainThreadSeconds }) => mainThreadSeconds)),
      senderSeconds: (user + system) / 1e6,
      machineSeconds: machineAfter - machineBefore,
      database: await stopDatabase(),
    }
    requireBooked(round.acknowledged, round.database)
    return round
  } finally {
    for (const stop of stops) stop()
  }
}

function processFindings(measured: readonly Measurement[]): Findings {
  const ratio = ({ rounds, first }: Measurement) => medianRatio(rounds.map(perSecond), first.map(perSecond))
  const middle = (read: (round: SharedRound) => number) => (one: Measurement) => median(one.rounds.map(read))
  const micros = (read: (round: SharedRound) => number) => (one: Measurement) =>
    whole(middle((round) => (read(round) * 1e6) / round.acknowledged)(one))
  return {
    part: 'processes',
    figures: measured
      .filter(({ processes }) => processes > 1)
      .map((one) =>
        figure(
          `Transfers through ${one.processes} processes at ${one.connections} connections, ratio`,
          ratio(one),
        ),
      ),
    tables: [
      tableOf(
        'Transfers through several processes of the bank',
        measured,
        {
          connections: ({ connections }) => String(connections),
          processes: ({ processes }) => String(processes),
          'transfers/s': (one) => whole(middle(perSecond)(one)),
          ratio: (one) => decimals(ratio(one)),
          batch: (one) =>
            decimals(middle(({ database }) => database.bookedTransfers / database.batches)(one)),
          'look-up': (one) => decimals(middle(lookUp)(one)),
          'bank µs': micros(({ bankSeconds }) => bankSeconds),
          'loop µs': micros(({ loopSeconds }) => loopSeconds),
          'PostgreSQL µs': micros(({ database }) => database.processorSeconds),
          'sender µs': micros(({ senderSeconds }) => senderSeconds),
          'other µs': micros(otherSeconds),
          'log µs': (one) =>
            whole(middle(({ database }) => (database.logSeconds * 1e6) / database.flushes)(one)),
          'flushes/s': (one) =>
            whole(middle((round) => round.database.flushes / (round.acknowledged / round.perSecond))(one)),
        },
        'ratio: to the first number of processes in the same rounds. batch, look-up: transfers in a batch of the books, sessions in a query. µs: processor time for one transfer; loop: of the event loop’s thread alone; other: of the rest of the machine. log: how long the write-ahead log was written, flushed and its files made, for each flush.',
      ),
    ],
  }
}

const perSecond = (round: SharedRound) => round.perSecond

/** The processor time of the kernel's threads and of other programs. */
function otherSeconds({ machineSeconds, bankSeconds, senderSeconds, database }: SharedRound): number {
  return machineSeconds - bankSeconds - senderSeconds - database.processorSeconds
}

/** Sessions in one query: the transactions that are no batches are look-ups, but for a few. */
function lookUp({ acknowledged, database }: SharedRound): number {
  return acknowledged / (database.transactions - database.batches)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
