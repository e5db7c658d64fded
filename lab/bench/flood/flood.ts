import { setTimeout as wait } from 'node:timers/promises'
import type { CallerName, Options, SourceName } from '../arguments.ts'
import { startBank } from '../bank-process.ts'
import { watchDatabase } from '../database.ts'
import { writeHistory } from '../history.ts'
import { balanceRequests } from '../load.ts'
import { type OpenLoop, openOpenLoop } from '../open-loop.ts'
import { watchProcess } from '../processes.ts'
import { type Times, timesOf } from '../reading.ts'
import { decimals, type Findings, figure, percent, tableOf, whole } from '../report.ts'
import { openScene, requireBooked, type Scene } from '../scene.ts'
import { gatewaySettings, strangerRequests } from './stranger-requests.ts'
import { type StrangerName, type StrangerProcess, startStrangers, type VisitResult } from './strangers.ts'

/** The customers' transfers and reads during requests of one kind of strangers. */
export type Phase = {
  /** `quiet`: without strangers. `control`: with strangers who send their requests to another server. */
  readonly name: StrangerName | 'quiet' | 'control'
  readonly caller: CallerName
  readonly times: Times
  readonly reads: Times
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly seconds: number
  readonly bankSeconds: number
  readonly strangers: VisitResult | undefined
}

const transfersPerSecond = 50
/** How many times the quiet bank's p50 and p99 a transfer may take. */
const ratioMax = 3
// Beside one customer with a long history their p50, and that of the other customers' balances.
const longHistory = { name: 'long-history', lines: 250_000, ratioMax: 2 } as const
const readsPerSecond = 20
// Each sends 30 transfers a minute; 120 are allowed.
const customerAddresses = Array.from({ length: 100 }, (_, index) => `203.0.113.${index + 1}`)
// Five live connections of each are allowed: 1,000 together.
const liveSessions = 200

/** Measures customers' transfers while strangers send requests to every path of the bank. */
export async function measureFlood(options: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const scene = await openScene(cleanup)
  await scene.bank.stop()
  if (options.strangers.includes(longHistory.name)) {
    await writeHistory(scene.database.place, scene.customers.slice(0, 1), longHistory.lines)
  }
  const strangers = await startStrangers(cleanup)
  const measured = new Map<string, readonly Phase[]>()
  for (const source of options.sources) {
    for (const connections of options.strangerConnections) {
      const strangersName = `${source}, ${connections} connections`
      console.log(`Strangers from ${strangersName}:`)
      const stopDatabase = await watchDatabase(scene.database.place)
      const phases = await measureSource({ scene, strangers, options, cleanup }, source, connections)
      const acknowledged = phases.reduce((sum, phase) => sum + phase.acknowledged, 0)
      requireBooked(acknowledged, await stopDatabase())
      measured.set(strangersName, phases)
    }
  }
  return floodFindings(measured)
}

type Flood = { scene: Scene; strangers: StrangerProcess; options: Options; cleanup: AsyncDisposableStack }

/** Measures all phases with a new process of the bank whose limits are on. The first and the last phase are quiet. */
async function measureSource(
  { scene: { database, secretKey, customers }, strangers, options, cleanup }: Flood,
  source: SourceName,
  connections: number,
): Promise<Phase[]> {
  const settings = {
    RATE_LIMITS: 'on',
    RATE_LIMITS_LOOPBACK: 'off',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
    ...gatewaySettings,
  }
  const bank = await startBank({ url: database.url, secretKey }, cleanup, { settings })
  const others = customers.slice(liveSessions)
  const sender = openOpenLoop(bank.address, others, customerAddresses)
  const reader = openOpenLoop(bank.address, others, customerAddresses, balanceRequests)
  const liveCustomers = customers.slice(0, liveSessions).map(({ token }) => token)
  const phases: Phase[] = []

  async function measure(name: Phase['name'], caller: CallerName, seconds: number): Promise<void> {
    // New addresses in each phase, whose limits are untouched. None: the loopback address, which is not counted.
    const count = { eight: 8, one: 1, uncounted: 0 }[source]
    const addresses = Array.from({ length: count }, (_, index) => `198.51.${phases.length}.${index + 1}`)
    const port = name === 'control' ? strangers.barePort : Number(new URL(bank.address).port)
    const stopWatching = watchProcess(bank.pid)
    if (name !== 'quiet') {
      const kind = name === 'control' ? 'api-reads' : name
      const isRegistered = caller === 'registered'
      const sessions = kind === longHistory.name ? liveCustomers.slice(0, 1) : liveCustomers
      await strangers.begin({ kind, port, connections, addresses, isRegistered, customers: sessions })
    }
    const phase = await sendDuring([sender, reader], seconds, name === 'quiet' ? undefined : strangers)
    phases.push({ name, caller, seconds, ...phase, bankSeconds: stopWatching().processorSeconds })
    console.log(
      `  ${name}, ${caller}: p50 ${decimals(phase.times.p50)} ms, p99 ${decimals(phase.times.p99)} ms`,
    )
  }

  // The bank is slow in its first seconds, and renders its first page.
  await fetch(bank.address)
  const { lost } = await sender.send({ perSecond: 100, seconds: 5 })
  if (lost.length > 0) throw new Error(`${lost.length} transfers were lost without strangers: ${lost[0]}.`)
  await measure('quiet', 'visitor', options.seconds * 2)
  await measure('control', 'visitor', options.seconds)
  for (const caller of options.callers) {
    for (const name of options.strangers) await measure(name, caller, options.seconds)
  }
  await measure('quiet', 'visitor', options.seconds * 2)
  for (const loop of [sender, reader]) loop.close()
  await bank.stop()
  return phases
}

type Loops = readonly [OpenLoop, OpenLoop]

async function sendDuring([sender, reader]: Loops, seconds: number, strangers?: StrangerProcess) {
  // The strangers open their connections meanwhile.
  if (strangers) await wait(500)
  const [sent, read] = await Promise.all([
    sender.send({ perSecond: transfersPerSecond, seconds }),
    reader.send({ perSecond: readsPerSecond, seconds }),
  ])
  const result = await strangers?.stop()
  // The bank finishes the strangers' last requests meanwhile.
  const after = await sender.send({ perSecond: 20, seconds: 0.5 })
  return {
    times: timesOf(sent.milliseconds),
    reads: timesOf(read.milliseconds),
    acknowledged: sent.acknowledged + after.acknowledged,
    lost: [...sent.lost, ...read.lost, ...after.lost],
    strangers: result,
  }
}

/** The p50 and p99 of a phase's transfers and the p50 of its reads. */
const timesIn = ({ times, reads }: Phase) => ({ p50: times.p50, p99: times.p99, 'p50 of reads': reads.p50 })

/** The ratio of a phase's time to the mean of the quiet phases. */
function ratiosTo(phases: readonly Phase[]) {
  const quiet = phases.filter(({ name }) => name === 'quiet').map(timesIn)
  return (phase: Phase, of: keyof (typeof quiet)[0]) =>
    (timesIn(phase)[of] * quiet.length) / quiet.reduce((sum, times) => sum + times[of], 0)
}

/** For each source a table, its highest ratios and its failures. */
export function floodFindings(measured: ReadonlyMap<string, readonly Phase[]>): Findings {
  const sources = [...measured]
  return {
    part: 'flood',
    figures: sources.flatMap(([source, phases]) => {
      const flooded = phases.filter(({ name }) => name !== 'quiet' && name !== 'control')
      const long = flooded.find(({ name, caller }) => name === longHistory.name && caller === 'visitor')
      return [
        ...(['p50', 'p99'] as const).map((of) => {
          const highest = Math.max(...flooded.map((phase) => ratiosTo(phases)(phase, of)))
          return figure(`Highest ratio of ${of}, strangers from ${source}`, highest, '', { atMost: ratioMax })
        }),
        ...(['p50', 'p50 of reads'] as const).flatMap((of) => {
          const name = `Ratio of ${of} beside a long history, ${source}`
          return long ? figure(name, ratiosTo(phases)(long, of), '', { atMost: longHistory.ratioMax }) : []
        }),
      ]
    }),
    tables: sources.map(([source, phases]) => floodTable(source, phases)),
    failures: sources.flatMap(([source, phases]) => phases.flatMap((phase) => failuresOf(source, phase))),
  }
}

function floodTable(source: string, phases: readonly Phase[]) {
  const ratios = ratiosTo(phases)
  const answers = ({ strangers }: Phase) => Object.entries(strangers?.answers ?? {})
  return tableOf(
    `Transfers under a flood, strangers from ${source}`,
    phases,
    {
      strangers: ({ name }) => name,
      session: ({ caller }) => caller,
      'p50 ms': ({ times }) => decimals(times.p50),
      'p99 ms': ({ times }) => decimals(times.p99),
      'p50 ratio': (phase) => decimals(ratios(phase, 'p50')),
      'p99 ratio': (phase) => decimals(ratios(phase, 'p99')),
      'reads p50 ratio': (phase) => decimals(ratios(phase, 'p50 of reads')),
      'answers/s': (phase) =>
        whole(answers(phase).reduce((sum, [, count]) => sum + count, 0) / phase.seconds),
      'bank CPU': ({ bankSeconds, seconds }) => percent(bankSeconds / seconds),
      'strangers CPU': ({ strangers, seconds }) => percent((strangers?.processorSeconds ?? 0) / seconds),
      answers: (phase) =>
        answers(phase)
          .map(([status, count]) => `${status}: ${whole(count)}`)
          .join(' '),
    },
    'Ratios are to the mean of the quiet phases. The bank, PostgreSQL, the customers and the strangers share the same cores: the control phase, in which the strangers send their requests to another server, shows what the strangers cost by themselves.',
  )
}

/**
 * Lost transfers and reads, answers with a 5xx status, and no answers at all. 503 is a failure too: the bank is busy when 64 password
 * hashes or 1,000 requests of an address wait, which 50 connections do not reach. The customer with a long history waits ten seconds at
 * most for earlier requests.
 */
function failuresOf(source: string, { name, caller, lost, strangers }: Phase): string[] {
  const statuses = Object.keys(strangers?.answers ?? {})
  const failures = statuses
    .filter((status) => /^5/.test(status) && !(name === longHistory.name && status === '503'))
    .map((one) => `strangers were answered ${one}`)
  if (lost.length > 0) failures.push(`${lost.length} requests lost (${[...new Set(lost)].join()})`)
  if (name in strangerRequests && statuses.length === 0) failures.push('strangers got no answer')
  return failures.map((failure) => `Strangers from ${source}, ${name}, ${caller}: ${failure}`)
}
