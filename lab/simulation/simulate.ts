import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { readOptions, wholeNumber } from '../options.ts'
import type { Progress, Share } from './play-seeds.ts'

// Plays fault plans on a thread for each core. Exits with 1 when a fault plan failed or a mutant was not found.

const text = { type: 'string' } as const
const usage = 'npm run simulate -- [--seed S] [--plans N | --seconds N] | --mutants'
const values = readOptions(usage, () => {
  const options = { seed: text, plans: text, seconds: text, mutants: { type: 'boolean' } } as const
  const { mutants = false, ...numbers } = parseArgs({ options }).values
  for (const [name, value] of Object.entries(numbers)) {
    // Seed 0 is one, too.
    if (value !== '0' || name !== 'seed') wholeNumber(name, value, 9_999_999_999)
  }
  return { mutants, ...numbers }
})

if (values.mutants) {
  const { findMutants } = await import('./find-mutants.ts')
  await findMutants(Number(values.plans ?? 20_000))
} else await simulate()

async function simulate(): Promise<void> {
  // --seed alone repeats one fault plan.
  const isOne = values.seed !== undefined && values.plans === undefined && values.seconds === undefined
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(values.seed)
  const milliseconds =
    values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds) * 1_000
  const plans = values.plans ?? (values.seconds === undefined ? 10_000 : Number.MAX_SAFE_INTEGER)
  const count = isOne ? 1 : Number(plans)
  const threads = count > 100 ? availableParallelism() : 1
  const from = performance.now()
  const shares = Array.from({ length: threads }, (_, thread): Share => {
    const own = Math.ceil((count - thread) / threads)
    return { seed: seed + thread, step: threads, count: own, milliseconds }
  })
  const progress = await Promise.all(shares.map(playShare))
  const seconds = (performance.now() - from) / 1_000
  const sum = (what: keyof Progress) => progress.reduce((total, each) => total + each[what], 0)
  const figure = (value: number) => Math.round(value).toLocaleString('en-US')
  process.stdout.write(
    `${figure(sum('plans'))} fault plans from seed ${seed} on, ${figure(sum('plans') / seconds)} a second: ` +
      `${figure(sum('answers'))} answers, ${figure(sum('statements'))} statements, ${figure(sum('commits'))} commits. ` +
      `${figure(sum('failed'))} fault plans failed.\n`,
  )
  if (sum('failed') > 0) process.exitCode = 1
}

function playShare(share: Share): Promise<Progress> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('play-seeds.ts', import.meta.url), { workerData: share })
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}
