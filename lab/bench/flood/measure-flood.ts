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

// Not those of the strangers. At 50 transfers a second each address sends 30 a minute; 120 are allowed.
const senderAddresses = Array.from({ length: 100 }, (_, index) => `127.1.0.${index + 1}`)

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
  const transfers = openSteadyTransfers(bank.address, customers, senderAddresses)
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
    const kind = name === 'control' ? 'api-reads' : name
    const begin = kind === 'quiet' ? undefined : () => strangers.begin({ ...visit, kind })
    phases.push({ name, ...(await measurePhase(subject, plan, begin)) })
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
  if (lost.length === 0) return
  throw new Error(
    `${lost.length} transfers were not acknowledged before any stranger came: ${lost[0]}. Connections come from addresses such as 127.1.0.1, which only Linux has without further settings.`,
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
  // Answered when the bank has done what the strangers left it to do, so that one phase does not slow down the next.
  const after = await transfers.send({ perSecond: 20, seconds: 0.5 })
  return {
    medianMilliseconds: percentile(sent.milliseconds, 0.5),
    p99Milliseconds: percentile(sent.milliseconds, 0.99),
    acknowledged: sent.acknowledged + after.acknowledged,
    lost: [...sent.lost, ...after.lost],
    ...phase,
  }
}
