import { setTimeout as wait } from 'node:timers/promises'
import { startBank } from '../bank-process.ts'
import type { Closing } from '../closing.ts'
import type { Customer } from '../customer.ts'
import { percentile } from '../median.ts'
import { watchOthers } from '../others.ts'
import { watchProcess } from '../process-watch.ts'
import type { FloodArguments, SetUp } from './flood-arguments.ts'
import { openSteadyTransfers, type Sent, type SteadyTransfers } from './steady-transfers.ts'
import type { StrangerName } from './stranger-kinds.ts'
import type { StrangerProcess, StrangersHeard } from './stranger-process.ts'

/** What transfers took while one kind of strangers asked. */
export type Phase = {
  /** `quiet` without strangers; `control` with strangers who ask another program. */
  readonly name: StrangerName | 'quiet' | 'control'
  readonly medianMilliseconds: number
  readonly p99Milliseconds: number
  readonly acknowledged: number
  readonly lost: Sent['lost']
  /** From the first stranger to the last answered transfer. */
  readonly seconds: number
  readonly strangers: StrangersHeard | undefined
  /** Of the bank's process; undefined where the system does not tell. */
  readonly bankProcessorSeconds: number | undefined
  /** What programs that are no part of the run took of the machine, 0 to 1. */
  readonly others: number
}

/** All phases of one set-up. The first and the last are quiet. */
export type Measured = { readonly setUp: SetUp; readonly phases: readonly Phase[] }

type Scene = {
  readonly databaseUrl: string
  readonly secretKey: string
  /** Those who send transfers. */
  readonly customers: readonly Customer[]
  /** Sessions of other customers, for strangers who open live connections. */
  readonly cookies: readonly string[]
  readonly strangers: StrangerProcess
  readonly bareServerPort: number
  readonly closing: Closing
}

/** Starts the bank for one set-up and measures every phase. `say` hears of each. Throws when the quiet bank loses transfers. */
export async function measureFlood(
  { databaseUrl, secretKey, customers, cookies, strangers, bareServerPort, closing }: Scene,
  setUp: SetUp,
  asked: FloodArguments,
  say: (phase: Phase) => void,
): Promise<Measured> {
  const settings = {
    RATE_LIMITS: 'on',
    RATE_LIMITS_LOOPBACK: setUp.counted ? 'on' : 'off',
    LOG_LEVEL: 'warn',
  }
  const bank = await startBank({ databaseUrl, secretKey, profile: undefined, settings }, closing)
  const bankPort = Number(new URL(bank.address).port)
  const transfers = openSteadyTransfers(bank.address, customers)
  const phases: Phase[] = []

  async function measure(name: Phase['name'], seconds: number): Promise<void> {
    const port = name === 'control' ? bareServerPort : bankPort
    // Addresses that no phase has used before: their limits are untouched, as those of a new stranger are.
    const addresses = Array.from(
      { length: setUp.addresses },
      (_, index) => `127.0.${phases.length}.${index + 2}`,
    )
    const visit = { port, host: `127.0.0.1:${port}`, addresses, connections: asked.connections, cookies }
    const plan = { perSecond: asked.perSecond, seconds }
    const subject = { transfers, strangers, bankPid: bank.pid }
    const begin = () =>
      strangers.begin({ ...visit, kind: name === 'quiet' || name === 'control' ? 'api-reads' : name })
    const phase = await measurePhase(subject, plan, name === 'quiet' ? undefined : begin)
    phases.push({ name, ...phase })
    say(phases.at(-1)!)
  }

  try {
    await warmUp(transfers)
    await measure('quiet', asked.seconds * 2)
    for (const name of ['control', ...asked.kinds] as const) await measure(name, asked.seconds)
    await measure('quiet', asked.seconds * 2)
  } finally {
    transfers.close()
    await bank.stop()
  }
  return { setUp, phases }
}

// The bank is slow in its first seconds.
const warmUpPlan = { perSecond: 200, seconds: 5 }

async function warmUp(transfers: SteadyTransfers): Promise<void> {
  const { lost } = await transfers.send(warmUpPlan)
  if (Object.keys(lost).length === 0) return
  throw new Error(
    `Transfers were not acknowledged before any stranger came: ${JSON.stringify(lost)}. (Connections come from 127.1.0.1 and others, which only Linux has by itself.)`,
  )
}

type Subject = {
  readonly transfers: SteadyTransfers
  readonly strangers: StrangerProcess
  readonly bankPid: number
}

/** Sends the transfers of one phase, with strangers when `begin` sends them. */
async function measurePhase(
  { transfers, strangers, bankPid }: Subject,
  plan: { readonly perSecond: number; readonly seconds: number },
  begin: (() => void) | undefined,
): Promise<Omit<Phase, 'name'>> {
  const watch = watchProcess(bankPid)
  const others = watchOthers()
  const begunAt = performance.now()
  begin?.()
  // Until all their connections are open.
  if (begin !== undefined) await wait(500)
  const sent = await transfers.send(plan)
  const heard = begin === undefined ? undefined : await strangers.stop()
  const seconds = (performance.now() - begunAt) / 1_000
  const { processorSeconds } = watch()
  const phase = { strangers: heard, seconds, bankProcessorSeconds: processorSeconds, others: others() }
  const after = begin === undefined ? [] : await calmDown(transfers)
  return {
    medianMilliseconds: percentile(sent.milliseconds, 0.5),
    p99Milliseconds: percentile(sent.milliseconds, 0.99),
    acknowledged: [sent, ...after].reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    lost: addUp([sent, ...after].map(({ lost }) => lost)),
    ...phase,
  }
}

// Half a second each: the bank has at most 64 passwords to look at, which take it less than 10 seconds.
const calmingRounds = 20
const calmMilliseconds = 50

/** Sends transfers until the bank has done what the strangers left it to do, so that one phase does not slow down the next. */
async function calmDown(transfers: SteadyTransfers): Promise<Sent[]> {
  const sent: Sent[] = []
  for (let round = 0; round < calmingRounds; round++) {
    sent.push(await transfers.send({ perSecond: 20, seconds: 0.5 }))
    if (percentile(sent.at(-1)!.milliseconds, 0.9) < calmMilliseconds) break
  }
  return sent
}

function addUp(counts: readonly Sent['lost'][]): Sent['lost'] {
  const sum: Record<string, number> = {}
  for (const [what, count] of counts.flatMap((one) => Object.entries(one)))
    sum[what] = (sum[what] ?? 0) + count
  return sum
}
