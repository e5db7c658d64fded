import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { Progress, Share } from './play-seeds.ts'

// Plays schedules on a thread for each core. Exits with 1 when a schedule failed or a mutant was not found. With --scale it measures:
// --seconds are then those of simulated time.

const values = argumentsOfCommand()

if (values.scale) {
  const { printScale } = await import('./scale/print-scale.ts')
  await printScale({ seed: Number(values.seed ?? 1), seconds: Number(values.seconds ?? 1) }, (text) =>
    process.stdout.write(`${text}\n\n`),
  )
} else if (values.mutants) {
  const { findMutants } = await import('./find-mutants.ts')
  Error.stackTraceLimit = 0
  // Mutants may reject promises that the books do not await.
  process.on('unhandledRejection', () => {})
  for await (const { name, seed, finding } of findMutants(Number(values.schedules ?? 20_000))) {
    process.stdout.write(`${seed === null ? 'NOT FOUND' : `found by ${seed}`}: ${name}: ${finding}\n`)
    if (seed === null) process.exitCode = 1
  }
} else {
  await simulate()
}

async function simulate(): Promise<void> {
  // --seed alone repeats one schedule.
  const isOne = values.seed !== undefined && values.schedules === undefined && values.seconds === undefined
  const seed = values.seed === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(values.seed)
  const milliseconds =
    values.seconds === undefined ? Number.POSITIVE_INFINITY : Number(values.seconds) * 1_000
  const schedules = values.schedules ?? (values.seconds === undefined ? 10_000 : Number.MAX_SAFE_INTEGER)
  const count = isOne ? 1 : Number(schedules)
  const threads = count > 100 ? availableParallelism() : 1
  const from = performance.now()
  const shares = Array.from({ length: threads }, (_, thread): Share => {
    const own = Math.ceil((count - thread) / threads)
    return { seed: seed + thread, step: threads, count: own, milliseconds }
  })
  const progress = await Promise.all(shares.map(playShare))
  const seconds = (performance.now() - from) / 1_000
  const sum = (what: 'schedules' | 'answers' | 'statements' | 'commits' | 'failed') =>
    progress.reduce((total, each) => total + each[what], 0)
  const figure = (value: number) => Math.round(value).toLocaleString('en-US')
  process.stdout.write(
    `${figure(sum('schedules'))} schedules from seed ${seed} on, ${figure(sum('schedules') / seconds)} a second: ` +
      `${figure(sum('answers'))} answers, ${figure(sum('statements'))} statements, ${figure(sum('commits'))} commits. ` +
      `${figure(sum('failed'))} schedules failed.\n`,
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

/** Exits with 2 when an argument is wrong. */
function argumentsOfCommand() {
  try {
    const { values } = parseArgs({
      options: {
        seed: { type: 'string' },
        schedules: { type: 'string' },
        seconds: { type: 'string' },
        mutants: { type: 'boolean', default: false },
        scale: { type: 'boolean', default: false },
      },
    })
    for (const [name, value] of Object.entries(values)) {
      if (typeof value === 'string' && !/^\d{1,10}$/.test(value))
        throw new Error(`--${name} has "${value}": it must be a whole number.`)
    }
    if (values.scale) {
      if (values.schedules !== undefined || values.mutants) throw new Error('--scale plays no schedules.')
      if (values.seconds !== undefined && !(Number(values.seconds) >= 1 && Number(values.seconds) <= 60))
        throw new Error(`--seconds has "${values.seconds}": with --scale it must be from 1 to 60.`)
    }
    return values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}

npm run simulate -- [--seed S] [--schedules N | --seconds N] | --mutants
npm run simulate -- --scale [--seed S] [--seconds N]`)
    process.exit(2)
  }
}
