import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Books, openBooks } from '@bank/server/books/books'
import { type Environment, realEnvironment } from '@bank/server/books/environment'
import { deriveKeys } from '@bank/server/keys/derive-keys'
import { openDatabase } from '@bank/server/postgres/database'
import type {
  BoundStatement,
  PipelinedConnection,
  Statement,
} from '@bank/server/postgres/pipelined-connection'
import { type Customer, transferOut } from '@bank/server/test/books-people'
import type { Options } from './arguments.ts'
import { startBank } from './bank-process.ts'
import { startPostgres } from './database.ts'
import { decimals, type Findings, tableOf, whole } from './report.ts'
import { usualCustomers } from './scene.ts'
import { seedCustomers } from './seed.ts'

/** Processor time in microseconds for something that was done for `size` transfers at once. */
type Sample = { readonly size: number; readonly micros: number }

/** A straight line through samples: what it costs once, and what each transfer in it adds, in microseconds. */
type Cost = { readonly name: string; readonly samples: number; readonly once: number; readonly each: number }

type Samples = Map<string, Sample[]>

/**
 * Measures the processor time of each statement of a batch by the size of the batch: of PostgreSQL, statement by statement, and of
 * the program for a whole batch. There is no HTTP: `connections` callers submit transfers to the books.
 */
export async function measureStatementCosts(
  { connections, seconds }: Options,
  cleanup: AsyncDisposableStack,
): Promise<Findings> {
  const database = await startPostgres(cleanup)
  const secretKey = randomBytes(32).toString('hex')
  // The program creates the tables.
  const bank = await startBank({ url: database.url, secretKey }, cleanup)
  const seeded = await seedCustomers(database.place, { count: usualCustomers, secretKey })
  await bank.stop()
  const db = await openDatabase(database.place, { warn: () => {} })
  cleanup.defer(() => db.end())
  const customers = seeded.map((one): Customer => ({ ...one, currency: 'USD', isActive: true }))
  const { pinKey } = deriveKeys(secretKey)
  const open = (connect: Environment['connect']) =>
    openBooks({ db, pinKey, environment: { ...realEnvironment, connect } })

  const samples: Samples = new Map()
  const ofProgram: Sample[] = []
  for (const callers of connections) {
    const alone = await open(sendingAlone(samples))
    await submitFor(alone, customers, { callers, seconds })
    await alone.close()
    let batches = 0
    const together = await open(countingCommits(() => batches++))
    // Programs are slower in their first seconds.
    await submitFor(together, customers, { callers, seconds: 1 })
    batches = 0
    const before = process.cpuUsage()
    const answered = await submitFor(together, customers, { callers, seconds })
    const { user, system } = process.cpuUsage(before)
    ofProgram.push({ size: answered / batches, micros: (user + system) / batches })
    await together.close()
    console.log(
      `${callers} callers: ${whole(answered / seconds)} transfers/s, ${decimals(answered / batches)} in a batch`,
    )
  }
  const costs = [...samples].map(([name, own]) => lineThrough(name, own))
  return costFindings([...costs, lineThrough('the program', ofProgram)])
}

/** Each caller submits the next transfer when the last is answered. Returns how many were answered. */
async function submitFor(
  books: Books,
  customers: readonly Customer[],
  { callers, seconds }: { callers: number; seconds: number },
): Promise<number> {
  const end = performance.now() + seconds * 1_000
  let answered = 0
  async function call(): Promise<void> {
    while (performance.now() < end) {
      const customer = customers[Math.floor(Math.random() * customers.length)]!
      await books.submit(transferOut(books, customer, 125n, { id: randomUUID() }))
      answered++
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return answered
}

const readPid: Statement<{ pid: number }> = { name: 'read-pid', text: 'select pg_backend_pid() as pid' }

/** Sends each statement in a trip of its own, and an empty trip in each batch, with a sample of the server's processor time for each. */
function sendingAlone(samples: Samples): Environment['connect'] {
  return async (db, options) => {
    const connection = await realEnvironment.connect(db, {
      ...options,
      statements: [...options.statements, readPid],
    })
    const [[row]] = await connection.ask([{ statement: readPid, values: [] }])
    const statPath = `/proc/${row!.pid}/schedstat`
    let size = 1
    let last = processorMicros(statPath)
    const measure = async (name: string, trip: readonly BoundStatement[]) => {
      const [rows] = await connection.ask(trip)
      // One reading at each boundary: what the server still does after its answer is part of the next sample.
      const now = processorMicros(statPath)
      samples.set(name, samples.get(name) ?? [])
      samples.get(name)!.push({ size, micros: now - last })
      last = now
      return rows
    }
    const ask = async (trip: readonly BoundStatement[]) => {
      const answers = []
      for (const bound of trip) {
        const { name } = bound.statement
        if (name === 'books-read-postings') size = elementsIn(bound.values[0] as Buffer)
        answers.push(await measure(name, [bound]))
      }
      await measure('an empty trip', [])
      return answers
    }
    return { ...connection, ask } as PipelinedConnection
  }
}

function countingCommits(count: () => void): Environment['connect'] {
  return async (db, options) => {
    const connection = await realEnvironment.connect(db, options)
    const ask = (trip: readonly BoundStatement[]) => {
      if (trip.at(-1)?.statement.name === 'books-commit') count()
      return connection.ask(trip)
    }
    return { ...connection, ask } as PipelinedConnection
  }
}

/** The user and system time of a process; not a number on systems other than Linux. */
function processorMicros(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8').split(' ')[0]) / 1_000
  } catch {
    return Number.NaN
  }
}

/** The length of an array in PostgreSQL's binary format. */
function elementsIn(array: Buffer): number {
  return array.readInt32BE(12)
}

/** The line of least squares. */
function lineThrough(name: string, samples: readonly Sample[]): Cost {
  const mean = (read: (sample: Sample) => number) =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / samples.length
  const size = mean((sample) => sample.size)
  const micros = mean((sample) => sample.micros)
  const each =
    mean((sample) => (sample.size - size) * (sample.micros - micros)) /
    mean((sample) => (sample.size - size) ** 2)
  return { name, samples: samples.length, once: micros - each * size, each }
}

function costFindings(costs: readonly Cost[]): Findings {
  return {
    part: 'statements',
    figures: [],
    tables: [
      tableOf(
        'Processor time of a batch',
        costs,
        {
          of: ({ name }) => name,
          samples: (cost) => whole(cost.samples),
          'once µs': ({ once }) => decimals(once),
          'each µs': ({ each }) => decimals(each),
        },
        'Lines of least squares over the sizes of batches: once for a batch, and for each transfer in it. Each statement of PostgreSQL was sent alone, so each has an empty trip in it, which a batch has twice. The program is all of a batch in it, with its driver.',
      ),
    ],
  }
}
