import { setTimeout as wait } from 'node:timers/promises'
import type { Options, SourceName } from '../arguments.ts'
import { startBank } from '../bank-process.ts'
import { watchDatabase } from '../database.ts'
import { type OpenLoop, openOpenLoop } from '../open-loop.ts'
import { watchProcess } from '../processes.ts'
import { type Times, timesOf } from '../reading.ts'
import { decimals, type Findings, figure, percent, tableOf, whole } from '../report.ts'
import { openScene, requireBooked, type Scene } from '../scene.ts'
import { strangerRequests } from './stranger-requests.ts'
import { type StrangerName, type StrangerProcess, startStrangers, type VisitResult } from './strangers.ts'

/** Transfers of customers while one kind of strangers asks. */
export type Phase = {
  /** `quiet` without strangers; `control` with strangers who ask a server that is not the bank. */
  readonly name: StrangerName | 'quiet' | 'control'
  readonly times: Times
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly seconds: number
  readonly bankSeconds: number
  readonly strangers: VisitResult | undefined
}

const transfersPerSecond = 50
/** How many times the quiet bank's p50 and p99 a transfer may take. */
const ratioMax = 3
// Each sends 30 transfers a minute; 120 are allowed.
const customerAddresses = Array.from({ length: 100 }, (_, index) => `203.0.113.${index + 1}`)
// Five live connections of each are allowed: 1,000 together.
const liveSessions = 200

/** How long customers' transfers take while strangers ask every path of the bank from 50 connections. */
export async function measureFlood(options: Options, cleanup: AsyncDisposableStack): Promise<Findings> {
  const scene = await openScene(cleanup)
  await scene.bank.stop()
  const strangers = await startStrangers(cleanup)
  const measured = new Map<SourceName, readonly Phase[]>()
  for (const source of options.sources) {
    console.log(`Strangers from ${source}:`)
    const stopDatabase = await watchDatabase(scene.database.place)
    const phases = await measureSource(scene, source, { strangers, options, cleanup })
    const acknowledged = phases.reduce((sum, phase) => sum + phase.acknowledged, 0)
    requireBooked(acknowledged, await stopDatabase())
    measured.set(source, phases)
  }
  return floodFindings(measured)
}

/** One process of the bank with its limits on, and all phases before it: the first and the last are quiet. */
async function measureSource(
  { database, secretKey, customers }: Scene,
  source: SourceName,
  {
    strangers,
    options,
    cleanup,
  }: { strangers: StrangerProcess; options: Options; cleanup: AsyncDisposableStack },
): Promise<Phase[]> {
  const settings = {
    RATE_LIMITS: 'on',
    RATE_LIMITS_LOOPBACK: 'off',
    TRUST_PROXY: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const bank = await startBank({ url: database.url, secretKey }, cleanup, { settings })
  const sender = openOpenLoop(bank.address, customers.slice(liveSessions), customerAddresses)
  const sessions = customers.slice(0, liveSessions).map(({ token }) => token)
  const phases: Phase[] = []

  async function measure(name: Phase['name'], seconds: number): Promise<void> {
    // New addresses in each phase: their limits are untouched. None: those of this machine, which are not counted.
    const count = { eight: 8, one: 1, uncounted: 0 }[source]
    const addresses = Array.from({ length: count }, (_, index) => `198.51.${phases.length}.${index + 1}`)
    const port = name === 'control' ? strangers.barePort : Number(new URL(bank.address).port)
    const stopWatching = watchProcess(bank.pid)
    if (name !== 'quiet') {
      strangers.begin({ kind: name === 'control' ? 'api-reads' : name, port, addresses, sessions })
    }
    const phase = await sendDuring(sender, name === 'quiet' ? undefined : strangers, seconds)
    phases.push({ name, seconds, ...phase, bankSeconds: stopWatching().processorSeconds })
    console.log(`  ${name}: p50 ${decimals(phase.times.p50)} ms, p99 ${decimals(phase.times.p99)} ms`)
  }

  // The bank is slow in its first seconds.
  const { lost } = await sender.send({ perSecond: 100, seconds: 5 })
  if (lost.length > 0) throw new Error(`${lost.length} transfers were lost without any stranger: ${lost[0]}.`)
  await measure('quiet', options.seconds * 2)
  for (const name of ['control', ...options.strangers] as const) await measure(name, options.seconds)
  await measure('quiet', options.seconds * 2)
  sender.close()
  await bank.stop()
  return phases
}

async function sendDuring(sender: OpenLoop, strangers: StrangerProcess | undefined, seconds: number) {
  // Until the strangers' connections are open.
  if (strangers) await wait(500)
  const sent = await sender.send({ perSecond: transfersPerSecond, seconds })
  const result = await strangers?.stop()
  // Answered when the bank has done what the strangers left behind: one phase does not slow down the next.
  const after = await sender.send({ perSecond: 20, seconds: 0.5 })
  const acknowledged = sent.acknowledged + after.acknowledged
  return {
    times: timesOf(sent.milliseconds),
    acknowledged,
    lost: [...sent.lost, ...after.lost],
    strangers: result,
  }
}

/** The p50 and p99 of a phase by the mean of the quiet ones. */
function ratiosTo(phases: readonly Phase[]): (phase: Phase) => { p50: number; p99: number } {
  const quiet = phases.filter(({ name }) => name === 'quiet')
  const mean = (of: 'p50' | 'p99') => quiet.reduce((sum, { times }) => sum + times[of], 0) / quiet.length
  return ({ times }) => ({ p50: times.p50 / mean('p50'), p99: times.p99 / mean('p99') })
}

/** For each source a table and its highest ratios; and what must never happen. */
export function floodFindings(measured: ReadonlyMap<SourceName, readonly Phase[]>): Findings {
  const sources = [...measured]
  return {
    part: 'flood',
    figures: sources.flatMap(([source, phases]) => {
      const flooded = phases.filter(({ name }) => name !== 'quiet' && name !== 'control')
      return (['p50', 'p99'] as const).map((of) => {
        const highest = Math.max(...flooded.map((phase) => ratiosTo(phases)(phase)[of]))
        return figure(`Highest ratio of ${of}, strangers from ${source}`, highest, '', { atMost: ratioMax })
      })
    }),
    tables: sources.map(([source, phases]) => floodTable(source, phases)),
    failures: sources.flatMap(([source, phases]) =>
      phases.flatMap((phase) =>
        failuresOf(phase).map((failure) => `Strangers from ${source}, ${phase.name}: ${failure}`),
      ),
    ),
  }
}

function floodTable(source: SourceName, phases: readonly Phase[]) {
  const ratios = ratiosTo(phases)
  const answers = ({ strangers }: Phase) => Object.entries(strangers?.answers ?? {})
  return tableOf(
    `Transfers under a flood, strangers from ${source}`,
    phases,
    {
      strangers: ({ name }) => name,
      'p50 ms': ({ times }) => decimals(times.p50),
      'p99 ms': ({ times }) => decimals(times.p99),
      'p50 ratio': (phase) => decimals(ratios(phase).p50),
      'p99 ratio': (phase) => decimals(ratios(phase).p99),
      'answers/s': (phase) =>
        whole(answers(phase).reduce((sum, [, count]) => sum + count, 0) / phase.seconds),
      'bank CPU': ({ bankSeconds, seconds }) => percent(bankSeconds / seconds),
      'strangers CPU': ({ strangers, seconds }) => percent((strangers?.processorSeconds ?? 0) / seconds),
      answers: (phase) =>
        answers(phase)
          .map(([status, count]) => `${status}: ${whole(count)}`)
          .join(' '),
    },
    'Ratios are to the mean of the quiet phases. The bank, PostgreSQL, the customers and the strangers share the same cores: the control phase, in which the strangers ask a server that is not the bank, shows what the strangers cost by themselves.',
  )
}

/** A lost transfer, a failure of the bank, and strangers whose requests got no answer. 503 is how the bank says that it is busy. */
function failuresOf({ name, lost, strangers }: Phase): string[] {
  const statuses = Object.keys(strangers?.answers ?? {})
  return [
    ...(lost.length > 0 ? [`${lost.length} transfers lost (${[...new Set(lost)].join()})`] : []),
    ...statuses
      .filter((status) => /^50[^3]$/.test(status))
      .map((status) => `strangers were answered ${status}`),
    ...(name in strangerRequests && statuses.length === 0 ? ['strangers got no answer'] : []),
  ]
}
